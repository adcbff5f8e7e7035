"""A small imitation of both clients: recorded messages as HTML, at the width of a phone, for docs and for eyes."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from html import escape
from typing import Any

Json = Mapping[str, Any]
WIDTH = 390
"""Of a phone, in points."""
GAP = 16
_STYLE = """
*{box-sizing:border-box;overflow-wrap:anywhere}
body{margin:0;width:390px;font:16px/1.35 Inter,'Noto Sans',system-ui,sans-serif}
img{display:block;width:100%;border-radius:8px}.small{font-size:13px;opacity:.72}button{font:inherit;border:0}
.discord{background:#1a1a1e;color:#dfe0e2;padding:12px}.discord .who{font-weight:600;margin-bottom:4px}
.discord .box{border:1px solid #33343a;border-left:4px solid var(--accent,#33343a);border-radius:8px;background:#242429;
padding:12px;margin-top:8px}.discord .box>*+*{margin-top:8px}.discord .row{display:flex;flex-wrap:wrap;gap:8px}
.discord .section button{flex-shrink:0}
.discord .section{display:flex;gap:12px;align-items:center;justify-content:space-between}
.discord button{background:#3f4047;color:#fff;border-radius:8px;padding:8px 14px;font-weight:500}
.discord button.s1{background:#5865f2}.discord button.s3{background:#24804a}.discord button.s4{background:#d22d39}
.discord .select{border:1px solid #3f4047;border-radius:8px;padding:9px 12px;width:100%;background:#1a1a1e;opacity:.8}
.discord .sheet{background:#242429;border-radius:16px;padding:16px}.discord .sheet>*+*{margin-top:12px}
.discord .tick{display:flex;justify-content:space-between;background:#1a1a1e;border-radius:8px;padding:8px 12px;
margin-top:4px}.discord .tick i{width:20px;height:20px;border:2px solid #80848e;border-radius:5px}
.discord .tick i.on{background:#5865f2}
.discord .option{border-left:2px solid #3f4047;margin:2px 0 2px 12px;padding-left:8px}
.discord>*+*{margin-top:8px}.telegram{background:#b7cbb8;padding:8px}
.telegram .bubble{background:#fff;border-radius:14px;overflow:hidden;width:352px}.telegram .bubble img{border-radius:0}
.telegram .words{padding:8px 12px;white-space:pre-wrap}
.telegram blockquote{margin:4px 0;padding:4px 8px;border-left:3px solid #3390ec;background:#eef5fc;border-radius:4px}
.telegram .keys{width:352px;margin-top:3px}.telegram .row{display:flex;gap:3px;margin-top:3px}
.telegram button{flex:1;background:#6b8574cc;color:#fff;border-radius:8px;padding:10px 4px;font-size:15px;min-width:0}
.telegram button.primary{background:#2f86d9}.telegram button.success{background:#31a24c}
.telegram .toast{background:#212b33;color:#fff;border-radius:12px;padding:12px 16px;margin:12px}
.telegram button.danger{background:#d6453d}.telegram tg-time{color:#1a73c9;border-bottom:1px dotted}
"""


def sheet(screens: Mapping[str, str]) -> str:
    """Several screens side by side, each with its name."""
    shown = [f'<div class="screen"><small>{escape(name)}</small>{body}</div>' for name, body in screens.items()]
    wide = (
        f"body{{width:{len(shown) * (WIDTH + GAP)}px;display:flex;gap:{GAP}px;align-items:flex-start;background:#fff}}"
    )
    return f"{page(', '.join(screens), '')}<style>{wide}.screen{{width:{WIDTH}px}}</style>{''.join(shown)}"


def page(title: str, body: str) -> str:
    return (
        f'<!doctype html><meta charset="utf-8"><meta name="viewport" content="width={WIDTH}">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style>{body}"
    )


# --- Discord ---


def discord(content: str, components: Sequence[Json], pictures: Mapping[str, bytes]) -> str:
    """A message as its JSON has it; `pictures` by the names of their files."""
    said = f"<div>{_markdown(content)}</div>" if content else ""
    parts = "".join([_part(part, pictures) for part in components])
    return f'<div class="discord"><div class="who">Signoria</div>{said}{parts}</div>'


def modal(data: Json) -> str:
    """A dialogue as its JSON has it; a list is shown open, since what is in it is what matters."""
    fields = "".join([_field(row) for row in data["components"]])
    return f'<div class="discord"><div class="sheet"><b>{escape(data["title"])}</b>{fields}</div></div>'


def _field(row: Json) -> str:
    part = row["component"]
    head = f"<div><b>{escape(row['label'])}</b>{_small(row.get('description'))}</div>"
    match part["type"]:
        case 22:
            body = "".join([_tick(each) for each in part["options"]])
        case 3:
            body = "".join(
                [
                    f'<div class="option">{"▸ " if each.get("default") else ""}{escape(each["label"])}'
                    f"{_small(each.get('description'))}</div>"
                    for each in part["options"]
                ]
            )
        case kind:
            body = f'<div class="select">{"@ ▾" if kind == 5 else "…"}</div>'
    return f"<div>{head}{body}</div>"


def _tick(option: Json) -> str:
    words = f"<div>{escape(option['label'])}{_small(option.get('description'))}</div>"
    return f'<div class="tick">{words}<i class="{"on" if option.get("default") else ""}"></i></div>'


def _small(words: str | None) -> str:
    return f'<div class="small">{escape(words)}</div>' if words else ""


def _part(part: Json, pictures: Mapping[str, bytes]) -> str:
    inner = "".join([_part(each, pictures) for each in part.get("components") or []])
    match part["type"]:
        case 1:
            return f'<div class="row">{inner}</div>'
        case 2:
            arrow = " ↗" if part.get("url") else ""
            return f'<button class="s{part.get("style")}">{escape(part["label"])}{arrow}</button>'
        case 3:
            return f'<div class="select">{escape(part.get("placeholder") or "…")} ▾</div>'
        case 9:
            return f'<div class="section"><div>{inner}</div>{_part(part["accessory"], pictures)}</div>'
        case 10:
            return f"<div>{_markdown(part['content'])}</div>"
        case 12:
            names = [item["media"]["url"].rpartition("/")[2] for item in part["items"]]
            alts = [item.get("description") or "" for item in part["items"]]
            return "".join([_img(pictures[name], alt) for name, alt in zip(names, alts, strict=True)])
        case 17:
            colour = f"#{part['accent_color']:06x}" if part.get("accent_color") else "#33343a"
            return f'<div class="box" style="--accent:{colour}">{inner}</div>'
    return inner


def _markdown(text: str) -> str:
    lines = []
    for line in text.split("\n"):
        said = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", escape(line.removeprefix("-# ")))
        said = re.sub(r"&lt;t:(\d+):\w&gt;", lambda found: f"{_moment(int(found[1]))}", said)
        said = re.sub(r"\\([^a-zA-Z0-9\s])", r"\1", said)
        lines.append(f'<div class="small">{said}</div>' if line.startswith("-# ") else f"<div>{said}</div>")
    return "".join(lines)


# --- Telegram ---


def telegram(html: str, photo: bytes | None, keyboard: Sequence[Sequence[Json]]) -> str:
    """A message as it was sent: its HTML, its photo, its rows of buttons."""
    picture = _img(photo, "") if photo is not None else ""
    rows = "".join([f'<div class="row">{"".join([_key(key) for key in row])}</div>' for row in keyboard])
    words = f'<div class="words">{html}</div>'
    return f'<div class="telegram"><div class="bubble">{picture}{words}</div><div class="keys">{rows}</div></div>'


def toast(words: str) -> str:
    """What is said where the finger is."""
    return f'<div class="telegram"><div class="toast">{escape(words)}</div></div>'


def _key(key: Json) -> str:
    return f'<button class="{key.get("style") or ""}">{escape(key["text"])}</button>'


# --- both ---


def _img(raw: bytes, alt: str) -> str:
    return f'<img alt="{escape(alt)}" src="data:image/png;base64,{b64encode(raw).decode()}">'


def _moment(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%d %B %Y %H:%M")
