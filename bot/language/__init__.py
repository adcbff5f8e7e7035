"""Language: templates and nouns into sentences, names of options, dates; one way to fold what people type.

May import: `engines`, `config`. Nothing of the bot.
"""
