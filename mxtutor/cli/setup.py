"""What all commands share: the content and the grader that they work with."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # most commands grade nothing
    from mxtutor.grading.grader import LocalGrader


class MakeGrader(Protocol):
    """What makes the grader of a command; the arguments are those of `LocalGrader`."""

    def __call__(self, *, confined: bool = True, untrusted: bool = False) -> LocalGrader:
        """Return a grader."""
        ...


def make_local_grader(*, confined: bool = True, untrusted: bool = False) -> LocalGrader:
    """Return a grader with workers of its own."""
    from mxtutor.grading.grader import LocalGrader

    return LocalGrader(confined, untrusted=untrusted)


@dataclass
class Setup:
    """What all commands share."""

    make_grader: MakeGrader
    pack: Path | None = None
    """Folder of another pack; None for mxtutor's own content."""

    @property
    def root(self) -> Path:
        """The folder that holds `lessons/` and `exercises/`."""
        from mxtutor.paths import content_root

        return self.pack.expanduser().resolve() if self.pack else content_root()
