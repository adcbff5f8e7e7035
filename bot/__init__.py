"""The bot: tables, days, menus, words and places. Where things are, in the order in which a move meets them:

- **places**: `platforms` (Discord, Telegram, the local table) take taps and lines; `commands` does what they ask for.
- **choices**: `menus`, `menu_maker`, `drafts`, `controls` make buttons of an ask and an answer of a tap;
  `phrases`, `matching`, `folding` read a typed line; `wording`, `texts` say it all in three languages.
- **tables**: `tables` is the service, in parts: `opening`, `playing`, `looking`, `host`, on the `desk` that commits.
  What they change is pure and small: `lobby`, `play`, `hosting`, over the `documents` that the `store` keeps.
- **days**: `workers` find what is due, `attend` sees to one table: `surfaces` and `notices` say what to show and when,
  `clock`, `hours`, `people` whose time it is, `orders` and `seats` who answers without being asked.
- **messages**: `sight` is what a viewer may know; `scribe` writes `posts` from it, `pictures` asks for the board.
- **afterwards**: `results`, `ratings`, `curves`, `fairness`, `archive`, `retention`.
- **the house**: `house` opens it all; `cli`, `doctor`, `health`, `metrics`, `logs` are the operator's.
"""
