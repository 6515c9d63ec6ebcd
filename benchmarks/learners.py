"""Simulated learners with known ability, who sit `mxtutor assess`."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from mxtutor.assessment.difficulty import items_of
from mxtutor.assessment.grid import logistic
from mxtutor.assessment.model import Item
from mxtutor.assessment.planning import begin, plan_for
from mxtutor.assessment.records import Blueprint, Interval, Sites
from mxtutor.assessment.session import Assessment
from mxtutor.assessment.shares import members_of, total_spread
from mxtutor.content.loader import load_course
from mxtutor.paths import content_root

GENERAL_SD, TOPIC_SD = 1.7, 1.2
"""Spread of the simulated learners in logits; the model assumes more."""
PACE_SD = 0.4
"""Spread of the logarithm of the time that an item takes."""
SITES = 300
"""Call sites of a simulated project."""

ERRORS: dict[str, str] = {
    "none": "difficulties right",
    "normal": "difficulties wrong by a normal error of 1 logit each",
    "sign": "difficulties wrong by 1 logit each, up or down",
    "easier": "all items 1 logit easier than thought",
    "harder": "all items 1 logit harder than thought",
    "topics": "all items of a topic 1 logit easier or harder than thought",
}

GROUPS: dict[str, str] = {
    "half": "know a random half of the exercises of each topic",
    "three topics": "know three topics of six, and nothing of the others",
    "one topic": "know one topic, and nothing of the others",
    "code": "write all code, and answer no quiz",
    "quizzes": "answer all quizzes, and write no code",
    "all": "know everything",
    "nothing": "know nothing",
}
"""Learners who know an exercise or do not, whatever its difficulty is; options are guessed."""


@dataclass(frozen=True)
class Learner:
    """A learner whose chance at each exercise is known."""

    chances: Mapping[str, float]

    def answers(self, item: Item, rng: random.Random) -> bool:
        """Return whether an answer is right; a guess may be."""
        return rng.random() < item.guess + (1.0 - item.guess) * self.chances[item.id]

    def share(self, weights: Mapping[str, float]) -> float:
        """Return the true share of a set of exercises."""
        return sum(w * self.chances[one] for one, w in weights.items()) / sum(weights.values())


@dataclass(frozen=True)
class Result:
    """One learner's test: for each interval whether it covers the truth, and its width."""

    topics: tuple[tuple[bool, float], ...]
    total: tuple[bool, float]
    project: tuple[bool, float]
    items: int
    minutes: float


def bank() -> tuple[dict[str, Item], Blueprint]:
    """Return the items of the course that is installed, and the plan about all of it."""
    course = load_course(content_root())
    items, _ = items_of(course, course.exercises)
    return items, plan_for(course, items, minutes=20)


def learner(items: Mapping[str, Item], error: str, rng: random.Random) -> Learner:
    """Return a learner of a group, or one whose items differ from what the model thinks, by a key of `ERRORS`."""
    if error in GROUPS:
        known = _known(items, error, rng)
        return Learner({one: float(one in known) for one in items})
    general = rng.gauss(0.0, GENERAL_SD)
    topics = {item.topic for item in items.values()}
    ability = {topic: general + rng.gauss(0.0, TOPIC_SD) for topic in sorted(topics)}
    shift = {topic: rng.choice((-1.0, 1.0)) for topic in sorted(topics)}
    made: dict[str, Callable[[Item], float]] = {
        "none": lambda _: 0.0,
        "normal": lambda _: rng.gauss(0.0, 1.0),
        "sign": lambda _: rng.choice((-1.0, 1.0)),
        "easier": lambda _: -1.0,
        "harder": lambda _: 1.0,
        "topics": lambda item: shift[item.topic],
    }
    return Learner(
        {one: logistic(ability[item.topic] - item.difficulty - made[error](item)) for one, item in items.items()}
    )


def _known(items: Mapping[str, Item], group: str, rng: random.Random) -> set[str]:
    """Return what a learner of a group knows."""
    topics: dict[str, list[str]] = {}
    for one, item in items.items():
        topics.setdefault(item.topic, []).append(one)
    if group == "half":
        return {one for own in topics.values() for one in rng.sample(own, len(own) // 2)}
    if group.endswith(("topic", "topics")):
        return {one for topic in rng.sample(sorted(topics), 3 if group[0] == "t" else 1) for one in topics[topic]}
    return {one for one, item in items.items() if group in ("all", "quizzes" if item.quiz else "code")}


def sit(items: Mapping[str, Item], plan: Blueprint, who: Learner, rng: random.Random) -> Assessment:
    """Let a learner sit a whole test; return the ended session."""
    test = Assessment(begin(plan), items)
    while (item := test.current()) is not None:
        seconds = 60 * item.minutes * rng.lognormvariate(0.0, PACE_SD)
        while seconds > 0:  # a step counts a minute at most
            test.tick(min(seconds, 60.0))
            seconds -= 60.0
        test.respond("right" if who.answers(item, rng) else "not-right")
    return test


def one_test(error: str, seed: int) -> Result:
    """Return the test of one simulated learner, with a project whose sites are drawn at random."""
    items, plan = known_bank()
    rng = random.Random(f"{error}:{seed}")
    who = learner(items, error, rng)
    test = sit(items, seeded(plan, seed), who, rng)
    weights = _project(items, rng)
    responses = test.responses
    topics = [_covers(test.interval(topic), who.share(_only(plan.weights, topic))) for topic in plan.topics]
    whole = total_spread(test.belief, members_of(items, plan.weights, responses)).interval()
    project = total_spread(test.belief, members_of(items, weights, responses)).interval()
    return Result(
        tuple(topics), _covers(whole, who.share(plan.weights)), _covers(project, who.share(weights)), len(responses),
        test.saved.seconds / 60,
    )  # fmt: skip


_KNOWN: list[tuple[dict[str, Item], Blueprint]] = []


def known_bank() -> tuple[dict[str, Item], Blueprint]:
    """Return the bank; each process reads it once."""
    if not _KNOWN:
        _KNOWN.append(bank())
    return _KNOWN[0]


def seeded(plan: Blueprint, seed: int, minutes: float = 0.0) -> Blueprint:
    """Return a plan with this seed, and with other minutes if they are given."""
    sites: Sites | None = None
    return Blueprint(plan.title, plan.weights, plan.pool, plan.topics, minutes or plan.minutes, seed=seed, sites=sites)


def _project(items: Mapping[str, Item], rng: random.Random) -> dict[str, float]:
    """Return how many sites each of 40 exercises teaches; few teach most, as in real projects."""
    chosen = rng.sample(sorted(items), 40)
    ranks = [1.0 / (k + 1) for k in range(len(chosen))]
    counts: dict[str, float] = dict.fromkeys(chosen, 1.0)
    for one in rng.choices(chosen, ranks, k=SITES - len(chosen)):
        counts[one] += 1.0
    return counts


def _only(weights: Mapping[str, float], topic: str) -> dict[str, float]:
    return {one: weight for one, weight in weights.items() if one.startswith(f"{topic}/")}


def _covers(interval: Interval | None, truth: float) -> tuple[bool, float]:
    assert interval is not None
    return interval.low <= truth <= interval.high, interval.width
