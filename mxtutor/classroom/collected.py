"""What was found in the hand-ins of a class."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from mxtutor.classroom.reading import HandIn
from mxtutor.suggest import did_you_mean


@dataclass(frozen=True, slots=True)
class Unread:
    """A file or folder that was handed in and is not graded."""

    learner: str
    """Empty for a file outside the learners' folders."""
    path: str
    """Relative to the class's folder."""
    reason: str
    """One sentence."""
    nearest: str = ""
    """Id of the exercise that is probably meant; empty if none is near."""

    @property
    def hint(self) -> str:
        """A question for the exercise that is probably meant; empty if none is near."""
        return did_you_mean([self.nearest] if self.nearest else [])


@dataclass(slots=True)
class Collected:
    """All that a class handed in."""

    learners: tuple[str, ...] = ()
    """In order of their names, also those who handed in nothing."""
    answers: list[HandIn] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    alike: tuple[tuple[str, str], ...] = ()
    """Pairs of learners who may be one person; of a name with itself: two folders whose names look the same are one."""
    inside: Mapping[str, set[str]] = field(default_factory=dict)
    """Folders and archives that hold answers, in each folder of the class."""
    downloads: Sequence[str] = ()
    """Folders in the class's folder that hold what a learning platform packed."""


def unread_lines(unread: Sequence[Unread]) -> Iterator[str]:
    """Yield one line of text per entry: the path, the reason, and the exercise that is probably meant."""
    for one in unread:
        yield f"{one.path}: {one.reason} {one.hint}".rstrip()
