"""What is sealed before a game: the seed's hash as soon as the table is open, all the rest when it begins.

In between everybody at the table may add a word, which is mixed into the seed: whoever chose the seed cannot know what
will be dealt, and whoever chose a word does not know the seed. Written out, so that anybody can check it by hand:

- the hash is that of the seed alone (`engines.kit.commitment`);
- the game is dealt from the seed with the words behind it: `SEED + lake + moon`, in the order of the lobby's seats;
- the seal is the hash of one line of JSON: hash, words, options, hash of the printed numbers, version of the rules.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any

from engines.kit import commitment

MIXED = " + "


def mixed(seed: str, words: Sequence[str]) -> str:
    """What a game is dealt from."""
    return MIXED.join([seed, *[word for word in words if word]])


def parted(dealt: str) -> tuple[str, list[str]]:
    """The sealed seed and the words of what a game was dealt from."""
    seed, *words = dealt.split(MIXED)
    return seed, words


def seal(hashed: str, words: Sequence[str], options: Mapping[str, Any], tables: str, rules: int) -> str:
    """The hash over all that a game is dealt from and played by."""
    line = {"hash": hashed, "words": list(words), "options": dict(options), "tables": tables, "rules": rules}
    text = json.dumps(line, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return blake2b(text.encode(), person=b"seal", digest_size=32).hexdigest()


def is_sealed(dealt: str, hashed: str, sealed: str, options: Mapping[str, Any], tables: str, rules: int) -> bool:
    """Whether a game was dealt from and played by what was sealed; of an older game only its hash was posted."""
    seed, words = parted(dealt)
    if commitment(seed) != hashed:
        return False
    return not sealed or seal(hashed, words, options, tables, rules) == sealed
