"""Use cases over one unit of work: load a table, change it, commit it. The only caller of engines *and* store.

May import: `table`, `store`, `language`, `ops`.
"""
