"""The cards that count: the ranks of a suit and the cards a capture can hold by name."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")

# Spot Hearts (docs/rules.md, `hearts: rank`): 2-10 at face value, J 11, Q 12, K 13, A 14; 104 in all.
RANK_POINTS: Final = MappingProxyType({rank: value for value, rank in enumerate(RANKS, start=2)})

# Field names of a capture, in the order every row of names on a page shows them.
NAMED_CARDS: Final = ("queen", "jack", "king_spades", "ace_spades")
