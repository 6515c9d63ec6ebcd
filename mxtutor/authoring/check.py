"""`mxtutor dev check`: proves exercises, lessons, the truth table, and files of workshops and learning paths."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import partial
from pathlib import Path

from mxtutor.authoring.exercises import check_exercise
from mxtutor.authoring.findings import Finding
from mxtutor.authoring.journey import check_journey
from mxtutor.authoring.truth import check_truth
from mxtutor.content.lessons import CodePair, Lesson, Prose, Trap, load_lesson
from mxtutor.content.loader import load_course, load_exercise
from mxtutor.content.mixing import content_with
from mxtutor.content.model import Course, LessonEntry
from mxtutor.content.records import Fault
from mxtutor.content.truth import TRUTH_FILE
from mxtutor.content.workshop import Workshop, check_workshop, course_faults
from mxtutor.counts import count
from mxtutor.errors import ContentError, TutorError, UsageError
from mxtutor.grading.grader import LocalGrader
from mxtutor.session.lesson import run_block
from mxtutor.typed_paths import expanded

MAX_LINES = 100
"""Maximum number of lines of prose and code in a lesson: two screens of a tall terminal."""


def check_lesson(entry: LessonEntry, grader: LocalGrader) -> list[Finding]:
    """Prove a lesson; return its faults."""
    try:
        lesson = load_lesson(entry.path)
    except TutorError as error:
        return [Finding(entry.id, str(error))]
    return [Finding(entry.id, fault) for fault in _lesson_faults(lesson, entry, grader)]


def _lesson_faults(lesson: Lesson, entry: LessonEntry, grader: LocalGrader) -> Iterator[str]:
    if lesson.title != entry.title:
        yield f"its title is {lesson.title!r}, course.yaml says {entry.title!r}"
    if not lesson.summary:
        yield "its front matter lacks a summary"
    if not any(isinstance(b, CodePair) for b in lesson.blocks):
        yield "it shows no pair of torch and mxnet code"
    length = sum(len(_text(b).splitlines()) for b in lesson.blocks)
    if length > MAX_LINES:
        yield f"{length} lines are more than two screens ({MAX_LINES})"
    for number, block in enumerate(lesson.blocks, 1):
        if not isinstance(block, Prose):
            yield from (f"block {number}: {fault}" for fault in _block_faults(block, grader))


def _text(block: Prose | CodePair | Trap) -> str:
    if isinstance(block, Prose):
        return block.markdown
    return block.mxnet if isinstance(block, CodePair) else block.source


def _block_faults(block: CodePair | Trap, grader: LocalGrader) -> Iterator[str]:
    runs, said, right = run_block(grader, block)
    raises = isinstance(block, Trap) and block.raises
    failed = [f"the {name} block fails: {run.fault}" for name, run in runs.items() if run.fault]
    if failed and not raises:
        yield failed[0]
    elif not right:
        found = " against ".join(run.fault or run.value for run in runs.values())
        yield f"{said} It gives {found}" + (f", {raises!r} expected" if raises else "")


Step = Callable[[], list[Finding]]


def steps(
    course: Course, ids: Sequence[str], grader: LocalGrader, seed: int, sample: int | None = None
) -> list[tuple[str, Step]]:
    """Return (name, proof) for topics, lessons, exercises and `truth.yaml`, as selected by `ids`.

    Without ids, everything is selected. Inputs are drawn with `seed`, in a repeated step, too. `sample` is how many
    lessons and exercises are chosen at random with that seed.

    Raises:
        UsageError: an id does not exist in the course.
    """
    table = [TRUTH_FILE] if (course.root / "lessons" / TRUTH_FILE).is_file() else []
    wanted = _chosen(course, [*course.exercises, *(e.id for e in course.lessons), *table], ids, "id")
    found: list[tuple[str, Step]] = [
        (i, partial(check_exercise, course, i, grader, seed)) for i in course.exercises if i in wanted
    ]
    found += [(f"lesson {e.id}", partial(check_lesson, e, grader)) for e in course.lessons if e.id in wanted]
    if sample is not None and sample < len(found):
        found = random.Random(seed).sample(found, sample)  # noqa: S311 - the same ones for a seed
    if not ids:
        found.append(("course.yaml", partial(check_listing, course)))
    if TRUTH_FILE in wanted:
        found.append((TRUTH_FILE, partial(check_truth, course, grader)))
    return found


def named(course: Course, ids: Sequence[str]) -> list[str]:
    """Return the ids of the exercises selected by ids of exercises and topics; without ids, of all exercises.

    Raises:
        UsageError: an id does not exist in the course.
    """
    return _chosen(course, course.exercises, ids, "exercise or topic")


def _chosen(course: Course, known: Sequence[str], ids: Sequence[str], what: str) -> list[str]:
    """Return the known ids that `ids` select directly or by topic; all without `ids`."""
    for name in ids:
        if not any(identity == name or identity.startswith(f"{name}/") for identity in known):
            new = (course.root / "exercises" / name).is_dir() or (course.root / "lessons" / f"{name}.md").is_file()
            fix = "List it in lessons/course.yaml." if new else "`mxtutor list` shows the ids."
            raise UsageError(f"The course has no {what} {name}.", fix=fix)
    return [i for i in known if not ids or any(i == name or i.startswith(f"{name}/") for name in ids)]


def check_listing(course: Course) -> list[Finding]:
    """Return findings for unlisted folders and lessons, and for listed ids that are repeated or have no folder."""
    findings = []
    listed = set(course.exercises)
    for yaml in sorted((course.root / "exercises").glob("*/*/exercise.yaml")):
        identity = yaml.parent.relative_to(course.root / "exercises").as_posix()
        if identity not in listed:
            findings.append(Finding(identity, "course.yaml does not list it"))
    lessons = {e.id for e in course.lessons}
    for path in sorted((course.root / "lessons").glob("*/*.md")):
        identity = path.relative_to(course.root / "lessons").with_suffix("").as_posix()
        if identity not in lessons:
            findings.append(Finding(f"lesson {identity}", "course.yaml does not list it"))
    for identity in listed:
        if course.exercises.count(identity) > 1:
            findings.append(Finding(identity, "course.yaml lists it more than once"))
        if not course.folder(identity).is_dir():
            findings.append(Finding(identity, "course.yaml lists it, but it has no folder"))
    return findings + check_journey(course)


def run_steps(
    todo: Sequence[tuple[str, Step]], jobs: int, tell: Callable[[str], object] = str
) -> Iterator[tuple[str, list[Finding]]]:
    """Run `jobs` steps at a time; yield name and findings of each step when it ends.

    A step with findings is repeated after all others, and the second findings count: on a busy machine an answer can be
    too slow. `tell` is called with a line about each step that had findings in its first run only.
    """
    again: list[tuple[str, Step, list[Finding]]] = []
    with ThreadPoolExecutor(jobs, "mxtutor-check") as pool:
        running = {pool.submit(step): (name, step) for name, step in todo}
        for future in as_completed(running):
            name, step = running[future]
            findings = future.result()
            if findings and jobs > 1:
                again.append((name, step, findings))
            else:
                yield name, findings
    for name, step, first in again:
        findings = step()
        if not findings:
            tell(
                f"{name} has no findings when it runs alone; together with others it had: {'; '.join(map(str, first))}"
            )
        yield name, findings


SUFFIXES = (".yaml", ".yml", ".json")
"""Suffixes of arguments that are files and not ids."""
MOST_FINDINGS = 100
"""Maximum number of findings of one file."""


def split_files(names: Sequence[str]) -> tuple[list[Path], list[str]]:
    """Split the arguments of `dev check` into workshop files and ids; `truth.yaml` is an id."""
    files = [name for name in names if name.endswith(SUFFIXES) and name != TRUTH_FILE]
    return [expanded(Path(name)) for name in files], [name for name in names if name not in files]


def check_workshop_file(file: Path, root: Path) -> list[Finding]:
    """Return the faults of a workshop or a path; `root` is the content for workshops without their own."""
    try:
        checked = check_workshop(file)
        faults = list(checked.faults)
        if not any(fault.key == "content" for fault in faults):
            own = checked.workshop.content
            course = load_course(content_with(own, checked.workshop.path.exercises) if own else root)
            faults += course_faults(checked, course) + _damaged(checked.workshop, course)
    except ContentError as error:
        return [_of_line(line, str(file)) for line in (str(error), *error.more)]
    faults.sort(key=lambda fault: checked.document.line_of(fault.key) or 0)
    found = [
        Finding(checked.document.place(fault.key), f"{fault.line} {fault.fix}".rstrip())
        for fault in faults[:MOST_FINDINGS]
    ]
    if len(faults) > MOST_FINDINGS:
        found.append(Finding(str(file), f"Not shown: {count(len(faults) - MOST_FINDINGS, 'more finding')}."))
    return found


def _of_line(line: str, file: str) -> Finding:
    place, _, message = line.partition(": ")  # most messages begin with file and line
    return Finding(place, message) if message else Finding(file, place)


def _damaged(workshop: Workshop, course: Course) -> list[Fault]:
    """Return a fault for each exercise of a workshop that is in the course and cannot be read."""
    known, faults = set(course.exercises), []
    for number, part in enumerate(workshop.path.parts):
        for place, exercise in enumerate(part.exercises):
            if exercise in known:
                try:
                    load_exercise(course.folder(exercise), exercise)
                except ContentError as error:
                    faults.append(Fault(f"parts[{number}].exercises[{place}]", str(error)))
    return faults
