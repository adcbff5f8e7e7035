"""`signoria doctor`: what is not well, and what to do about it."""

from __future__ import annotations

import argparse
import asyncio
from contextlib import aclosing
from typing import Any

from bot.app.diagnostics import examine
from bot.app.findings import Finding, Grade
from bot.cli.wrapped import wrapped
from bot.ops.logs import hush
from config.settings import ConfigError, load_settings


def add(commands: Any) -> None:
    parser = commands.add_parser("doctor", help="check settings, Redis, tokens, fonts, disk and clock")
    parser.add_argument("--data", help="the data folder")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    hush()
    return asyncio.run(_examine(arguments))


def line(finding: Finding) -> str:
    """One finding; at a terminal its lines stand below one another."""
    return wrapped(f"{finding.grade:8} {finding.what:9} {finding.text}", " " * 19)


async def _examine(arguments: argparse.Namespace) -> int:
    try:
        settings = load_settings(folder=arguments.data)
    except ConfigError as error:
        print(f"error    settings  {error}")
        return 1
    worst = 0
    async with aclosing(examine(settings)) as findings:  # closed, too, when nobody reads on
        async for finding in findings:
            print(line(finding), flush=True)
            worst = max(worst, int(finding.grade is Grade.ILL))
    return worst
