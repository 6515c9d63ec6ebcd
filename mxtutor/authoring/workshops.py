"""Checks workshop files and learning paths: every fault at once, each with its line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from mxtutor.authoring.findings import Finding
from mxtutor.content.loader import load_course, load_exercise
from mxtutor.content.outline import Course
from mxtutor.content.plan import Fault
from mxtutor.content.truth import TRUTH_FILE
from mxtutor.content.workshop import Workshop, check_workshop, course_faults
from mxtutor.errors import ContentError
from mxtutor.typed_paths import expanded

SUFFIXES = (".yaml", ".yml", ".json")
"""Ends of names that `dev check` takes for files and not for ids."""
MOST_FINDINGS = 100
"""Greatest number of findings of one file."""


def split_files(names: Sequence[str]) -> tuple[list[Path], list[str]]:
    """Return the workshop files and the ids among the arguments of `dev check`; `truth.yaml` is an id."""
    files = [name for name in names if name.endswith(SUFFIXES) and name != TRUTH_FILE]
    return [expanded(Path(name)) for name in files], [name for name in names if name not in files]


def check_workshop_file(file: Path, root: Path) -> list[Finding]:
    """Return the faults of a workshop or a path; `root` has the content of workshops without content of their own."""
    try:
        checked = check_workshop(file)
        faults = list(checked.faults)
        if not any(fault.key == "content" for fault in faults):
            course = load_course(checked.workshop.content or root)
            faults += course_faults(checked.workshop, course) + _damaged(checked.workshop, course)
    except ContentError as error:
        place, _, message = str(error).partition(": ")  # most errors begin with the file and the line
        return [Finding(place, message) if message else Finding(str(file), place)]
    faults.sort(key=lambda fault: checked.document.line_of(fault.key) or 0)
    found = [_finding(checked.document.place(fault.key), fault) for fault in faults[:MOST_FINDINGS]]
    if len(faults) > MOST_FINDINGS:
        found.append(Finding(str(file), f"{len(faults) - MOST_FINDINGS} more findings are not shown."))
    return found


def _damaged(workshop: Workshop, course: Course) -> list[Fault]:
    """Return a fault for each exercise of a workshop that the course has and that cannot be read."""
    known, faults = set(course.exercises), []
    for number, part in enumerate(workshop.path.parts):
        for place, exercise in enumerate(part.exercises):
            if exercise in known:
                try:
                    load_exercise(course.folder(exercise), exercise)
                except ContentError as error:
                    faults.append(Fault(f"parts[{number}].exercises[{place}]", str(error)))
    return faults


def _finding(place: str, fault: Fault) -> Finding:
    return Finding(place, f"{fault.key}: {fault.message} {fault.fix}".rstrip())
