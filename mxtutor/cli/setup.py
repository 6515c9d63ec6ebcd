"""What all commands share: the content, and the graders that they work with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # most commands grade nothing
    from mxtutor.grading.grader import LocalGrader
    from mxtutor.grading.protocol import CommandGrader


class MakeGrader(Protocol):
    """What makes the grader of a command that grades answers."""

    def __call__(
        self, *, root: Path, confined: bool = True, untrusted: bool = False, many: bool = False
    ) -> CommandGrader:
        """Return a grader for the content at `root`.

        `confined` and `untrusted` are those of `LocalGrader`. `many`: the command grades a class.
        """
        ...


def make_grader(*, root: Path, confined: bool = True, untrusted: bool = False, many: bool = False) -> CommandGrader:
    """Return the grader that all commands and tutors of this user share, or a private one where it is switched off.

    Raises:
        UsageError: `MXTUTOR_GRADER` has a value that mxtutor does not know.
    """
    from mxtutor.grading.service.address import wants_resident

    if not wants_resident():
        return make_local_grader(confined=confined, untrusted=untrusted)
    from mxtutor.grading.service.client import RemoteGrader

    return RemoteGrader(root, confined, untrusted=untrusted, many=many, ahead=False)


def make_local_grader(*, confined: bool = True, untrusted: bool = False) -> LocalGrader:
    """Return a grader with workers of its own."""
    from mxtutor.grading.grader import LocalGrader

    return LocalGrader(confined, untrusted=untrusted)


@dataclass
class Setup:
    """What all commands share."""

    make_grader: MakeGrader
    """Makes the grader of commands that grade answers."""
    make_local_grader: Callable[[], LocalGrader]
    """Makes the grader of commands for authors, which look at results and not only at reports."""
    pack: Path | None = None
    """Folder of another pack; None for mxtutor's own content."""

    @property
    def root(self) -> Path:
        """The folder that holds `lessons/` and `exercises/`."""
        from mxtutor.paths import content_root

        return self.pack.expanduser().resolve() if self.pack else content_root()
