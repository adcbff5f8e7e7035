"""Structured logs: one line each, as text for people or as JSON for machines. No token, hand or seed is in one."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

_PLAIN = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class JsonLines(logging.Formatter):
    """A JSON object per record; what was given as `extra` becomes fields."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "where": record.name,
            "text": record.getMessage(),
        }
        line |= {name: value for name, value in vars(record).items() if name not in _PLAIN}
        if record.exc_info:
            line["fault"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


class OneLine(logging.Formatter):
    """Text for people: what is told stays in its line, whatever it quotes; only a fault's trace has its own lines."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        record.message = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in record.message)
        return super().formatMessage(record)


def set_up(level: str, form: str) -> None:
    """Send the bot's logs to standard error; the libraries speak only of trouble."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        JsonLines() if form == "json" else OneLine("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("bot").setLevel(level.upper())


def hush() -> None:
    """Nothing of what libraries log: for a command whose own words say what it finds."""
    logging.getLogger().addHandler(logging.NullHandler())
