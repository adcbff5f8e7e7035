"""The client library speaks of spans of time as such, as its next version will."""

import os

os.environ.setdefault("PTB_TIMEDELTA", "1")
