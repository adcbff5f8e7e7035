"""The command line: one module per command under `bot/cli`, found by name."""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys
from collections.abc import Sequence
from importlib import metadata
from io import TextIOWrapper
from typing import Any

from bot import cli
from bot.language.speaker import Speaker
from bot.ops.advice import advised
from bot.store import StoreAway
from config.languages import fallback
from config.settings import ConfigError, heed_language, load_corrections
from engines.kit import Refusal, use_data
from engines.kit.errors import TableError

FIRST = (
    *("play", "setup", "run", "doctor", "check_games", "games", "verify", "replay", "sign_out"),
    *("data", "rules", "what"),
)
"""Modules of what people who play and host look for; what else there is, is for those who build."""


class Commands:
    """The commands that are known; what the list says of one, the command says itself when it is asked for help."""

    def __init__(self, root: argparse.ArgumentParser) -> None:
        self.known = root.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def add_parser(self, name: str, help: str, **more: Any) -> argparse.ArgumentParser:
        return self.known.add_parser(name, help=help, description=f"{help[:1].upper()}{help[1:]}.", **more)


def parser(wanted: str = "") -> argparse.ArgumentParser:
    """`signoria COMMAND ...`: every module of `bot.cli` that has `add` puts itself here; only the one that is called
    like what is wanted, where that is a command: to read them all takes longer than most of them work."""
    root = argparse.ArgumentParser(
        prog="signoria",
        description="Four Renaissance board games in the chats people use.",
        epilog="To play here and now: signoria play. For the chats: signoria setup, then signoria run.",
    )
    root.add_argument("--version", action="version", version=f"signoria {metadata.version('signoria')}")
    commands = Commands(root)
    names = [found.name for found in pkgutil.iter_modules(cli.__path__)]
    first = [wanted.replace("-", "_"), *FIRST]
    for name in sorted(names, key=lambda name: first.index(name) if name in first else len(first)):
        if wanted in commands.known.choices:
            break
        module: Any = importlib.import_module(f"bot.cli.{name}")
        if hasattr(module, "add"):
            module.add(commands)
    return root


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; its number is the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a pipe or a file of an older code page has no minus sign
    try:
        words = sys.argv[1:] if argv is None else argv
        if not words:
            parser().print_help()
            return 2
        if not words[0].startswith("-"):
            heed_language()
        arguments = parser(words[0]).parse_args(words)
        use_data(load_corrections())
        return int(arguments.run(arguments) or 0)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return 0
    except Refusal as refusal:
        print(f"signoria: {Speaker(fallback()).refusal(refusal)}", file=sys.stderr)
        return 1
    except (ConfigError, StoreAway, TableError) as error:
        print(f"signoria: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"signoria: {advised(error)}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
