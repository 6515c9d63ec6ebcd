"""A workshop: a learning path with times, points and rules for help, in one YAML file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from mxtutor.content.class_links import SHORTEST_CODE, read_link
from mxtutor.content.documents import Document, read_document
from mxtutor.content.outline import Course
from mxtutor.content.plan import Plan, PlanPart, PlanSites, load_plan, plan_faults, refuse_first, unknown_ids
from mxtutor.content.record import Record
from mxtutor.content.records import Fault, Text
from mxtutor.errors import ContentError, UsageError
from mxtutor.typed_paths import expanded

Points = Annotated[float, Meta(ge=0, le=1_000_000, description="a number of points, 0 or more")]
Percent = Annotated[float, Meta(ge=0, le=100, description="a number from 0 to 100")]
EACH = "default"
"""Key of `points` for all exercises without a key of their own."""
YEARS = range(1970, 2200)
"""Valid years in a workshop; others are typing errors."""

Hold = datetime | Literal["open", "never"]
"""When hints or solutions are open: now, from a time on, or never."""
_HOLDS: dict[str, Literal["open", "never"]] = {"open": "open", "never": "never"}


class LateRule(Record, frozen=True):
    """The deduction for an answer that is handed in after the due time."""

    percent: Percent
    """Percentage of the points that each started period costs."""
    per: Literal["hour", "day"] = "day"
    at_most: Percent = 100.0
    """Largest deduction, in percent of the points."""
    grace_minutes: Annotated[float, Meta(ge=0, le=100_000, description="a number of minutes, 0 or more")] = 0.0
    """Minutes after the due time without a deduction."""


Late = Literal["accepted", "refused"] | LateRule
"""`accepted`: late answers are marked and lose nothing. `refused`: they get no points."""


Credit = Literal["all", "cases", "parts"]
"""Partial credit of an answer that is not right: none, or by the share of right cases, or of right parts."""


class ClassKeys(Record, frozen=True):
    """The key `class`: the class that learners of a workshop join."""

    url: Text
    """Address of the class server."""
    code: str = ""
    """Class code, with which learners join by name; empty if each learner has a token."""


class WorkshopFile(Record, frozen=True):
    """The YAML file; `Workshop` documents the keys."""

    version: int
    title: Text
    greeting: str = ""
    content: str = ""
    path: str = ""
    parts: tuple[PlanPart, ...] = ()
    start: str = ""
    due: str = ""
    late: Late = "accepted"
    points: Points | Mapping[str, Points] = 1.0
    credit: Credit = "all"
    hints: str = ""
    solutions: str = ""
    sealed: bool = False
    class_: ClassKeys | None = msgspec.field(default=None, name="class")
    share_code: bool = False
    sites: PlanSites | None = None


@dataclass(frozen=True, slots=True)
class Workshop:
    """The data of a workshop for the tutor and `grade`."""

    path: Plan
    file: Path
    """The workshop's file."""
    greeting: str = ""
    """Text that is shown at the first start."""
    content: Path | None = None
    """Folder of the workshop's own content, in the form of a pack; None for mxtutor's."""
    start: datetime | None = None
    """When the workshop begins (aware, as all times)."""
    due: datetime | None = None
    """When answers must be handed in; None for no limit."""
    late: Late = "accepted"
    points: Mapping[str, float] = field(default_factory=dict)
    """Points of each exercise, in the order of the path; empty for a workshop without points and for a path."""
    hints: Hold = "open"
    solutions: Hold = "open"
    sealed: bool = False
    """Whether it is an examination: no help, time limits for parts, and a report at the end."""
    class_url: str = ""
    """Address of the class server that learners join; empty for none."""
    class_code: str = ""
    """Class code, with which learners join by name."""
    share_code: bool = False
    """Whether the class server gets the code of answers; if not, each learner decides."""
    credit: Credit = "all"

    @property
    def title(self) -> str:
        return self.path.title


@dataclass(frozen=True, slots=True)
class WorkshopReading:
    """A workshop as it was read, with all its errors."""

    document: Document
    workshop: Workshop
    faults: tuple[Fault, ...]


def is_held(hold: Hold, now: datetime) -> bool:
    """Return whether hints or solutions with this setting are closed at a time."""
    return hold == "never" or (isinstance(hold, datetime) and now < hold)


def workshop_on(path_file: Path) -> Workshop:
    """Return a path as a workshop without points, times and greeting.

    Raises:
        ContentError: the file cannot be read, or is damaged.
    """
    return Workshop(load_plan(path_file), path_file)


def load_workshop(file: Path) -> Workshop:
    """Return the workshop in a file; `course_of` checks the ids of exercises against the course.

    Raises:
        ContentError: the file cannot be read, or is damaged; one line with the place.
    """
    checked = check_workshop(file)
    refuse_first(checked.document, checked.faults)
    return checked.workshop


def check_workshop(file: Path) -> WorkshopReading:
    """Return a workshop with all faults that can be found without the course; invalid values are left out.

    Raises:
        ContentError: the file cannot be read, or the valid part is not a workshop.
    """
    document = read_document(file)
    refused: list[Fault] = []
    raw = document.mended(WorkshopFile, refused)
    if raw is None:
        refuse_first(document, refused)
        raise ContentError(f"{file} is not a workshop.")
    faults: list[Fault] = []
    path = _path(raw, file, faults)
    times = {
        key: _moment(key, text, faults) if text else None for key, text in (("start", raw.start), ("due", raw.due))
    }
    holds = {key: _hold(key, text, raw, faults) for key, text in (("hints", raw.hints), ("solutions", raw.solutions))}
    if times["start"] and times["due"] and times["due"] <= times["start"]:
        faults.append(Fault("due", "the due time is not after the start.", "Exchange or correct the two times."))
    if raw.late != "accepted" and not raw.due:
        faults.append(Fault("late", "there is no due time.", "Add `due:`, or remove `late:`."))
    points = _points(raw, path, faults)
    content = _content(raw, file, faults)
    if raw.sealed:
        faults += _sealed_faults(raw, path)
    url = _class_url(raw, faults)
    made = Workshop(
        path, file, raw.greeting.strip(), content, times["start"], times["due"], raw.late, points,
        holds["hints"], holds["solutions"], raw.sealed, url, raw.class_.code.strip() if raw.class_ else "",
        raw.share_code, raw.credit,
    )  # fmt: skip
    return WorkshopReading(document, made, (*refused, *(fault for fault in faults if not _hides(refused, fault))))


def course_faults(checked: WorkshopReading, course: Course) -> list[Fault]:
    """Return the faults that can only be found with the course: unknown exercises."""
    return [fault for fault in unknown_ids(checked.workshop.path, course) if not _hides(checked.faults, fault)]


def _hides(refused: Sequence[Fault], fault: Fault) -> bool:
    """Return whether a fault may only be a consequence of an invalid value that was left out."""
    key = {"late": "due", "share_code": "class"}.get(fault.key, fault.key)
    return any(one.named and f"{one.key}.".startswith((f"{key}.", f"{key}[")) for one in refused)


def _path(raw: WorkshopFile, file: Path, faults: list[Fault]) -> Plan:
    """Return the workshop's path: its own parts, or those of the file that `path` names, relative to the workshop."""
    if not raw.path:
        path = Plan(raw.version, raw.title, raw.parts, raw.sites)
        faults += plan_faults(path)
        return path
    if raw.parts:
        faults.append(Fault("path", "there are parts, too.", "Keep either `path:` or `parts:`."))
    named = _beside(file, raw.path)
    if named == file.resolve():
        raise ContentError(f"{file}: path: it names the workshop itself.", fix="Name a file with a path, or use parts.")
    return msgspec.structs.replace(load_plan(named), title=raw.title)


def _content(raw: WorkshopFile, file: Path, faults: list[Fault]) -> Path | None:
    if not raw.content:
        return None
    folder = _beside(file, raw.content)
    if not (folder / "lessons" / "course.yaml").is_file():
        missing = "has no lessons/course.yaml" if folder.is_dir() else "is missing"
        faults.append(Fault("content", f"the folder {folder} {missing}.", "Paths are relative to the workshop's file."))
    return folder


def _class_url(raw: WorkshopFile, faults: list[Fault]) -> str:
    if raw.class_ is None:
        if raw.share_code:
            faults.append(Fault("share_code", "there is no class.", "Add `class:` with a `url`, or remove the key."))
        return ""
    if 0 < len(raw.class_.code.strip()) < SHORTEST_CODE:
        why = f"it has fewer than {SHORTEST_CODE} characters."
        faults.append(Fault("class.code", why, "Choose a longer one, which cannot be guessed."))
    try:
        link = read_link(raw.class_.url)
    except ValueError as error:
        faults.append(Fault("class.url", str(error), "Write it as `mxtutor serve` prints it."))
        return ""
    if link.token:
        faults.append(Fault("class.url", "it holds a learner's token.", "Leave out everything from `#` on."))
    return link.url


def _beside(file: Path, name: str) -> Path:
    """Return a path in a workshop, relative to the workshop's file."""
    try:
        return (file.resolve().parent / expanded(Path(name))).resolve()
    except (OSError, ValueError, RuntimeError, UsageError) as error:  # a NUL, a loop of links, or an unknown user
        raise ContentError(f"{file}: {name!r} is not a path: {error}.") from error


def _points(raw: WorkshopFile, path: Plan, faults: list[Fault]) -> dict[str, float]:
    table = raw.points if isinstance(raw.points, Mapping) else {EACH: raw.points}
    known = set(path.exercises)
    for name in table if known else ():
        if name != EACH and name not in known:
            fix = f"Its keys are exercises of the parts, or `{EACH}`."
            faults.append(Fault(f"points.{name}", "no part has this exercise.", fix))
    return {exercise: table.get(exercise, table.get(EACH, 1.0)) for exercise in path.exercises}


def _hold(key: str, text: str, raw: WorkshopFile, faults: list[Fault]) -> Hold:
    text = text or ("never" if raw.sealed else "open")
    if text in _HOLDS:
        return _HOLDS[text]
    return _moment(key, text, faults, "Write open, never, or a date and time.") or "never"


def _sealed_faults(raw: WorkshopFile, path: Plan) -> list[Fault]:
    """Return what contradicts `sealed: true`: open hints or solutions, parts without minutes, no points."""
    faults = []
    for key, text in (("hints", raw.hints), ("solutions", raw.solutions)):
        if text not in ("", "never"):
            faults.append(Fault(key, f"a sealed workshop shows no {key}.", f"Remove `{key}:`, or remove `sealed:`."))
    for number, part in enumerate(path.parts):
        if part.minutes is None:
            where = "path" if raw.path else f"parts[{number}]"
            message = f"the part {part.title!r} has no minutes, and each part of a sealed workshop ends with its time."
            faults.append(Fault(where, message, "Add `minutes:`."))
    if raw.points == 0 or (isinstance(raw.points, Mapping) and raw.points and not any(raw.points.values())):
        faults.append(
            Fault("points", "no exercise of this sealed workshop counts.", "Give points, or remove `points:`.")
        )
    return faults


def _moment(key: str, text: str, faults: list[Fault], fix: str = "") -> datetime | None:
    """Return an aware time; None if the text is invalid, which is added to `faults`."""
    example = "2026-12-01 18:00+01:00"
    try:
        found = datetime.fromisoformat(text[:-1] + "+00:00" if text[-1:] in "Zz" else text)
    except ValueError:
        faults.append(Fault(key, f"{text[:40]!r} is not a date and time.", fix or f"Write it as {example}."))
        return None
    if found.tzinfo is None or found.utcoffset() is None:
        faults.append(Fault(key, f"{text!r} has no time zone.", f"Write the offset from UTC, too: {example}."))
        return None
    if found.year not in YEARS:
        faults.append(Fault(key, f"the year {found.year} cannot be meant.", f"Write it as {example}."))
        return None
    return found.astimezone(timezone.utc)
