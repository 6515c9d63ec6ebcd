"""The setup of commands: the selected content and the graders."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from mxtutor.errors import UsageError
from mxtutor.paths import content_root
from mxtutor.typed_paths import expanded, resolved

if TYPE_CHECKING:  # most commands do not grade
    from mxtutor.content.outline import Course
    from mxtutor.content.workshop import Workshop
    from mxtutor.grading.grader import LocalGrader
    from mxtutor.grading.protocol import CommandGrader

MakeGrader = Callable[..., "CommandGrader"]
"""A function with the arguments of `make_grader`."""


def make_grader(*, root: Path, confined: bool = True, untrusted: bool = False, many: bool = False) -> CommandGrader:
    """Return the grader that all commands and tutors of this user share, or if that is switched off a private one.

    `root` is the folder of the content, `confined` and `untrusted` as in `LocalGrader`. `many`: it grades a class.

    Raises:
        UsageError: `MXTUTOR_GRADER` has an unknown value.
    """
    from mxtutor.grading.service.address import wants_resident

    if not wants_resident():
        return make_local_grader(confined=confined, untrusted=untrusted, checked=root == content_root())
    from mxtutor.grading.service.client import RemoteGrader

    return RemoteGrader(root, confined, untrusted=untrusted, many=many, ahead=False)


def make_local_grader(*, confined: bool = True, untrusted: bool = False, checked: bool = True) -> LocalGrader:
    """Return a grader with its own workers; without `checked`, references are confined, too."""
    from mxtutor.grading.grader import LocalGrader

    return LocalGrader(confined, untrusted=untrusted, checked=checked)


@dataclass
class Setup:
    """The selected content, and the functions that make graders."""

    make_grader: MakeGrader
    """Makes the grader of commands that grade answers."""
    make_local_grader: Callable[[], LocalGrader]
    """Makes the grader of commands for authors, which need results and not only reports."""
    pack: Path | None = None
    """Folder of another pack; None for mxtutor's own content."""
    workshop_file: Path | None = None
    """File of `--workshop`."""
    path_file: Path | None = None
    """File of `--path`."""
    plain: bool = False
    """Whether the tutor runs line by line."""

    @cached_property
    def workshop(self) -> Workshop | None:
        """The workshop of `--workshop`, or the path of `--path` as a workshop without rules; None without both.

        Raises:
            UsageError: both options are given.
            ContentError: the file cannot be read, or is damaged.
        """
        if self.workshop_file is None and self.path_file is None:
            return None
        from mxtutor.content.workshop import load_workshop

        if self.workshop_file is not None and self.path_file is not None:
            raise UsageError("--workshop and --path cannot be used together.", fix="Give one of them.")
        if self.path_file is not None:
            return self._path(expanded(self.path_file))
        assert self.workshop_file is not None
        return load_workshop(expanded(self.workshop_file))

    def _path(self, file: Path) -> Workshop:
        """Return the path in a file or, if there is no such file, the course's path with this id."""
        from mxtutor.content.loader import load_course
        from mxtutor.content.workshop import Workshop, workshop_on

        if not file.exists():
            course = load_course(self._content_root())
            for known in course.paths:
                if known.id == str(file):
                    return Workshop(known, course.root / "lessons" / "course.yaml")
            if course.paths and file.name == str(file) and not file.suffix:
                ids = ", ".join(known.id for known in course.paths)
                raise UsageError(f"There is no file {file} and no path of that name.", fix=f"The paths are: {ids}.")
        return workshop_on(file)

    def _content_root(self) -> Path:
        return resolved(self.pack) if self.pack else content_root()

    @cached_property
    def root(self) -> Path:
        """The folder with `lessons/` and `exercises/`; for a workshop, of its own content and mxtutor's exercises."""
        if self.pack is None and self.workshop is not None and self.workshop.content is not None:
            from mxtutor.content.mixing import content_with

            return content_with(self.workshop.content, self.workshop.path.exercises)
        return self._content_root()

    def make_author_grader(self) -> LocalGrader:
        """Return the grader of a command for authors; the references of a pack are confined."""
        if self.make_local_grader is make_local_grader and self.root != content_root():
            return make_local_grader(checked=False)
        return self.make_local_grader()

    def load_course(self) -> Course:
        """Return the course, or the part of it that the workshop or path contains, in its order.

        Raises:
            ContentError: the course cannot be read, or lacks an exercise of the workshop.
        """
        from mxtutor.content.loader import load_course

        course = load_course(self.root)
        if self.workshop is None:
            return course
        from mxtutor.content.plan import course_of

        return course_of(self.workshop.path, course, self.workshop.file)
