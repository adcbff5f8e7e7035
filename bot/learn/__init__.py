"""Learning by playing: what a thing is, what a game is about, which rules the present question has. No game's name.

May import `language` and nothing else of the bot; a game is known by its tables, its view and `learn.toml` alone.
"""
