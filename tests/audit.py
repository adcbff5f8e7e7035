"""Looks for known weaknesses of the locked packages: `make audit`. Says plainly what it could not look at."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

UV = os.environ.get("UV", "uv")
LOCKED = [UV, "export", "--quiet", "--frozen", "--no-dev", "--no-emit-project"]
AUDIT = [UV, "tool", "run", "--quiet", "pip-audit", "--disable-pip", "--require-hashes", "--format", "json"]


def told(found: list[dict[str, Any]]) -> tuple[str, bool]:
    """What an audit says, and whether nothing is wrong with what it looked at."""
    looked_at = [each for each in found if "skip_reason" not in each]
    weak = [
        f"{each['name']} {each['version']}: {', '.join(flaw['id'] for flaw in each['vulns'])}"
        for each in looked_at
        if each["vulns"]
    ]
    count = f"{len(looked_at)} of {len(found)} packages audited"
    if not looked_at:
        return f"not audited: no data about any of the {len(found)} packages can be had here", True
    return "\n".join([*weak, f"{count}, {len(weak)} with known weaknesses"]), not weak


def main() -> int:
    locked = subprocess.run(LOCKED, capture_output=True, text=True, check=True).stdout
    audit = subprocess.run([*AUDIT, "-r", "/dev/stdin"], input=locked, capture_output=True, text=True, check=False)
    try:
        found = json.loads(audit.stdout)["dependencies"]
    except ValueError:
        last = (audit.stderr.strip().splitlines() or ["pip-audit said nothing"])[-1]
        print(f"not audited: {last}")
        return 0
    words, is_well = told(found)
    print(words)
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main())
