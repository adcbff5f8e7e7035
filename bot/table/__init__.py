"""The domain of a table: documents, lobby, moves, clocks, votes, absence, preferences. Pure: time is an argument.

May import: `engines.kit`. Nothing of the bot.
"""
