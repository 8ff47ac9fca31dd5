"""What a device may do in a club, and the generation of the links that let it."""

from __future__ import annotations

from enum import IntEnum
from typing import Protocol


class Role(IntEnum):
    """What a device may do in a club; each role may do all that a lower one may."""

    VIEWER = 1
    SCOREKEEPER = 2
    HOST = 3

    @property
    def word(self) -> str:
        """The role as pages and links name it."""
        return self.name.lower()


class ClubAccess(Protocol):
    """What access needs to know of a club: id, key, and the generation of each kind of link."""

    @property
    def id(self) -> int: ...
    @property
    def key(self) -> str: ...
    @property
    def viewer_generation(self) -> int: ...
    @property
    def scorekeeper_generation(self) -> int: ...
    @property
    def host_generation(self) -> int: ...


def generation(club: ClubAccess, role: Role) -> int:
    """The generation that a link for this role must have to open the club."""
    return int(getattr(club, f"{role.word}_generation"))
