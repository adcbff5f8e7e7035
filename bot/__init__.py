"""The bot, room by room; an arrow of imports only ever points down this list (`tests/test_arrows.py` holds it).

- `cli`: the command line, one module a command; `app`: what it opens; `ops`: logs and metrics.
- `platforms/{discord,telegram,web}`: adapters. Each hands taps, lines, commands and forms to the conversation and draws
  the reply; none knows another.
- `workers`: background work after every commit; `commands`: the conversation itself.
- `messages`: what is shown; `lines`: what is typed; `choices`: what is tapped; `language`: how it is said.
- `service`: use cases, each one load and one commit; `store`: Redis; `table`: the pure domain.
"""
