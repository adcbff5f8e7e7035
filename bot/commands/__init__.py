"""The conversation: taps, lines, commands and forms of all platforms, and what each does at a table.

May import: `table`, `service`, `store` (its errors), `language`, `choices`, `lines`, `messages`.
"""
