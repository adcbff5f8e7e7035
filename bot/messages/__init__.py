"""Messages before any platform has drawn them: what a surface shows, composed in the reader's language.

May import: `table`, `service`, `language`, `choices`.
"""
