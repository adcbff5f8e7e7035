"""What the system refuses, in a sentence for whoever runs the program, with what to do about it."""

from __future__ import annotations

import errno
from socket import gaierror

NOT_HERE = " Name an address of this machine with --host or SIGNORIA_HOST (SIGNORIA_HEALTH_HOST of /healthz)."
ADVICE = {
    errno.ENOSPC: " Make room on the disk, then do it again: what was confirmed before is kept.",
    errno.EDQUOT: " Make room within the quota, then do it again.",
    errno.EACCES: " Give this account the right to it, or name another place.",
    errno.EPERM: " Give this account the right to it, or name another place.",
    errno.EROFS: " Name a place that can be written to: --data, or SIGNORIA_FOLDER.",
    errno.ENOENT: " Look at the name, or name another place.",
    errno.EEXIST: " A file stands where a folder should: name another place.",
    errno.ENOTDIR: " A file stands where a folder should: name another place.",
    errno.EISDIR: " It is a folder: name a file in it.",
    errno.EADDRINUSE: " Another program has that port: end it, or choose another: --port or SIGNORIA_PORT of the page, "
    "SIGNORIA_HEALTH_PORT of /healthz, SIGNORIA_TELEGRAM_PORT of the webhook.",
    errno.EADDRNOTAVAIL: NOT_HERE,
}


LATE = "Something took too long to answer. Do it again when the machine has less to do."


def advised(error: OSError) -> str:
    """What was refused where, and what helps."""
    if isinstance(error, TimeoutError) and not str(error):
        return LATE
    place = f"{error.filename}: " if error.filename else ""
    advice = NOT_HERE if isinstance(error, gaierror) else ADVICE.get(error.errno or 0, "")
    return f"{place}{error.strerror or error}.{advice}"
