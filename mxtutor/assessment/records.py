"""What is stored about an assessment, and its report, as data."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

VERSION = 1
"""`version` of saved sessions and reports."""
KIND = "mxtutor-assessment"
"""`kind` of a report, so that other JSON files are not taken for one."""

Share = Annotated[float, Meta(ge=0, le=1)]
Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Seed = Annotated[int, Meta(ge=0)]
Amount = Annotated[float, Meta(ge=0, le=1e9)]

Outcome = Literal["right", "not-right", "skipped", "failed"]
"""`skipped`: the learner does not know; it counts as not right. `failed`: mxtutor could not grade it; it counts as
not asked."""
Ending = Literal["narrow", "time", "items", "none-left", "learner"]
"""Why a session ended: the intervals are narrow enough; the time is used up; the planned number of items is reached;
no item is left; the learner ended it."""
Standing = Literal["ready", "not-ready", "not-clear", "not-asked"]


class Response(msgspec.Struct, frozen=True):
    """The response to one item."""

    exercise: str
    outcome: Outcome
    verdict: str = ""
    """Verdict of the grader; empty if the item was skipped."""
    seconds: Amount = 0.0
    """Time from showing the item to the response, without pauses."""
    seed: Seed = 0
    """Seed of the drawn inputs."""
    when: str = ""
    """Time in ISO 8601 (UTC)."""
    answer: str = ""
    """What the learner handed in."""
    fast: bool = False
    """Whether the answer came before its question could be read."""


class Sites(msgspec.Struct, frozen=True):
    """The call sites of a project, as a scan counted them."""

    projects: tuple[str, ...]
    total: Count
    same: Count
    """Sites that need no change."""
    taught: dict[str, Count]
    """For each exercise: the sites whose names it teaches, those of class `same` left out."""


class Blueprint(msgspec.Struct, frozen=True):
    """What a session is about, and when it ends."""

    title: str
    weights: dict[str, Annotated[float, Meta(gt=0, le=1e9)]]
    """The exercises that the report is about, and how much each counts in its topic."""
    pool: tuple[str, ...]
    """Exercises that may be asked."""
    topics: dict[str, Annotated[float, Meta(gt=0, le=1e9)]]
    """The topics in order, and how much it matters to narrow each one's interval."""
    minutes: Annotated[float, Meta(gt=0, le=10_000)]
    most_items: Annotated[int, Meta(gt=0)] = 1000
    least: Count = 2
    """Minimum number of items per topic before its interval may count as narrow enough."""
    narrow: Share = 0.45
    """Width of a topic's interval that is narrow enough."""
    seed: Seed = 0
    """Seed of the choice among equally good items."""
    sites: Sites | None = None


class Interval(msgspec.Struct, frozen=True):
    """An estimated share between 0 and 1, with the limits of its interval."""

    mean: Share
    low: Share
    high: Share

    @property
    def width(self) -> float:
        """Distance of the two limits."""
        return self.high - self.low


class TopicResult(msgspec.Struct, frozen=True):
    """What an assessment says about one topic."""

    topic: str
    title: str
    exercises: Count
    """Number of its exercises that the report is about."""
    asked: Count
    right: Count
    skipped: Count
    share: Interval
    """Share of these exercises that the learner can do."""
    ready: Share
    """Probability that this share is at least `READY_SHARE`."""
    standing: Standing
    fast: Count = 0
    """Number of answers that came before their question could be read."""


class Study(msgspec.Struct, frozen=True):
    """An exercise to study next."""

    exercise: str
    title: str
    lesson: str
    """Id of its lesson."""
    minutes: Amount
    chance: Share
    """Probability that the learner can do it already."""
    sites: Count = 0
    """Call sites of the project that it teaches."""


class ProjectShare(msgspec.Struct, frozen=True):
    """The call sites of a project that the learner is ready for."""

    projects: tuple[str, ...]
    sites: Count
    same: Count
    taught: Count
    """Sites that need a change and that an exercise teaches; `share` is about these."""
    untaught: Count
    share: Interval | None
    """None if no exercise teaches any of the sites."""
    of_all: Interval
    """Share of all sites: those that need no change count as ready, those that nothing teaches as not ready."""


class AssessmentReport(msgspec.Struct, frozen=True):
    version: int
    kind: str
    learner: str
    """Name that the learner gave; empty for none."""
    title: str
    begun: str
    finished: str
    minutes: Amount
    """Time used, without pauses."""
    ended: Ending
    level: Share
    """Probability that an interval contains the truth."""
    topics: tuple[TopicResult, ...]
    overall: Interval
    """Share of all exercises that the report is about."""
    items: tuple[Response, ...]
    study: tuple[Study, ...]
    study_minutes: Amount
    cannot_tell: tuple[str, ...]
    project: ProjectShare | None = None
    chances: dict[str, Share] = {}
    """Probability that the learner can do each exercise that the report is about."""
    versions: dict[str, str] = {}


class SavedSession(msgspec.Struct):
    """A session as it is stored after every response."""

    version: int
    id: str
    begun: str
    learner: str
    plan: Blueprint
    responses: list[Response] = []
    seconds: Amount = 0.0
    """Time used so far, without pauses."""
    current: str = ""
    """The exercise that is shown now."""
    variant: Seed = 0
    """Its variant, for a prediction."""
    current_seconds: Amount = 0.0
    """Time that it took so far."""
    draft: str | None = None
    """What the learner has typed there; None for nothing."""
    ended: Ending | None = None
    """Why it ended; None while it can be continued."""
    report: AssessmentReport | None = None
