"""The command line: one module per command under `bot/cli`, found by name."""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys
from collections.abc import Sequence
from importlib import metadata

from bot import cli
from bot.language.speaker import Speaker
from bot.ops.advice import advised
from bot.store import StoreAway
from config.languages import fallback
from config.settings import ConfigError, load_corrections
from engines.kit import Refusal, use_data
from engines.kit.errors import TableError


def parser() -> argparse.ArgumentParser:
    """`signoria COMMAND ...`: every module of `bot.cli` that has `add` puts itself here."""
    root = argparse.ArgumentParser(prog="signoria", description="Four Renaissance board games in the chats people use.")
    root.add_argument("--version", action="version", version=f"signoria {metadata.version('signoria')}")
    commands = root.add_subparsers(metavar="COMMAND", required=True)
    for found in pkgutil.iter_modules(cli.__path__):
        module = importlib.import_module(f"bot.cli.{found.name}")
        if hasattr(module, "add"):
            module.add(commands)
    return root


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; its number is the exit code."""
    try:
        arguments = parser().parse_args(argv)
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
