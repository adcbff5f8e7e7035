"""Learning by playing: what a thing is, what a game is about, the rules of a question, the teacher. No game's name.

A game is known by its tables, its view and `learn.toml` alone; only `lessons` knows tables and people.
"""
