"""Telegram: groups, topics and private chats over the same tables."""

import os

os.environ.setdefault("PTB_TIMEDELTA", "1")
