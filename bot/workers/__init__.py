"""Background workers: they find tables that are due, play what needs no person, and show every surface.

May import: `table`, `service`, `store`, `language`, `messages`, `ops`.
"""
