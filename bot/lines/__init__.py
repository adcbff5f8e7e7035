"""Typed text into answers, standing orders and commands.

May import: `table`, `language`, `choices`.
"""
