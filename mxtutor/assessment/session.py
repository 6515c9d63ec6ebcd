"""A session: which item comes next, what a response means, when the session ends. It does no input and output.

The next item is the one that is expected to narrow its topic's interval most per minute: minimum expected posterior
variance (van der Linden 1998) per unit of time (Fan, Wang, Chang and Douglas 2012), with topics balanced, and one of
the best few at random, so that items are not always the same (Kingsbury and Zara 1989).

The tutor's placement uses the same class with another `Blueprint`: at most eight items, and practically no time limit.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import datetime, timezone
from operator import mul

from mxtutor.assessment.grid import Curve, dot
from mxtutor.assessment.model import Belief, Chances, Curves, Item, belief_after
from mxtutor.assessment.records import Ending, Interval, Outcome, Response, SavedSession
from mxtutor.assessment.shares import ShareCurve, members_of, share_curve, total_spread

PACE = (0.6, 2.0)
"""Limits of the learner's pace: minutes used for each planned minute."""
BEST = 3
"""Number of the best items among which the next one is drawn."""
NEAR = 0.8
"""Share of the best item's gain that an item needs to be drawn."""
MOST_VARIANTS = 1_000_000
LONGEST_STEP = 60.0
"""Seconds that count at most between two calls of `tick`; more means that the machine or the program was stopped."""


class Assessment:
    """A running session."""

    def __init__(
        self,
        saved: SavedSession,
        items: Mapping[str, Item],
        keep: Callable[[SavedSession], object] = lambda _: None,
    ) -> None:
        """Continue a session, or begin a new one.

        `items` has the items of the plan's exercises; those that the course lacks now are left out. `keep` stores the
        session; it is called after every change that must not be lost.
        """
        self.saved = saved
        self.plan = plan = saved.plan
        """What the session is about."""
        self.items = {one: items[one] for one in dict.fromkeys((*plan.pool, *plan.weights)) if one in items}
        self._pool = {one: self.items[one] for one in plan.pool if one in self.items}
        self._keep = keep
        topics = dict.fromkeys((*plan.topics, *(item.topic for item in self.items.values())))
        self.belief: Belief = belief_after(topics, self.items, self.responses)

    @property
    def responses(self) -> dict[str, bool]:
        """The responses that count: exercise to whether it was right."""
        return {one.exercise: one.outcome == "right" for one in self.saved.responses if one.outcome != "failed"}

    @property
    def ended(self) -> Ending | None:
        """Why the session ended; None while it runs."""
        return self.saved.ended

    @property
    def seconds_left(self) -> float:
        """Seconds until the time is used up; not below 0."""
        return max(60 * self.plan.minutes - self.saved.seconds, 0.0)

    @property
    def pace(self) -> float:
        """Minutes that the learner uses for each planned minute."""
        planned = sum(60 * self.items[r.exercise].minutes for r in self.saved.responses if r.exercise in self.items)
        used = sum(r.seconds for r in self.saved.responses if r.exercise in self.items)
        prior = 120.0  # as if two minutes had been used as planned, so that the first item does not decide
        return min(max((used + prior) / (planned + prior), PACE[0]), PACE[1])

    @property
    def items_left(self) -> int:
        """About how many items follow after the current one, from the time that is left; at most the plan's number."""
        minutes = sorted(item.minutes for item in self._open_items())
        if not minutes:
            return 0
        middle = minutes[len(minutes) // 2]
        by_time = int(self.seconds_left / 60 / (middle * self.pace))
        return max(min(by_time, self.plan.most_items - len(self.responses) - 1, len(minutes)), 0)

    def current(self) -> Item | None:
        """Return the item to show; choose the next one if there is none. None: the session has ended."""
        if self.ended is not None:
            return None
        if self.saved.current in self._pool and self.saved.current not in self._closed:
            return self._pool[self.saved.current]
        item = self._next()
        if item is None:
            return None
        self.saved.current, self.saved.draft, self.saved.current_seconds = item.id, None, 0.0
        seeded = random.Random(f"{self.plan.seed}:{self.saved.id}:{item.id}")  # noqa: S311
        self.saved.variant = seeded.randrange(MOST_VARIANTS)
        self._keep(self.saved)
        return item

    def respond(
        self, outcome: Outcome, *, verdict: str = "", seed: int = 0, answer: str = "", reading: float = 0.0
    ) -> None:
        """Store the response to the current item, which takes `reading` seconds to read.

        Raises:
            ValueError: there is no current item.
        """
        identity = self.saved.current
        if not identity or self.ended is not None:
            raise ValueError("there is no item to respond to")
        seconds = round(self.saved.current_seconds, 1)
        response = Response(identity, outcome, verdict, seconds, seed, time_text(), answer, seconds < reading)
        self.saved.responses.append(response)
        self.saved.current, self.saved.draft, self.saved.current_seconds = "", None, 0.0
        if outcome != "failed":
            self.belief = self.belief.after(self.items[identity], outcome == "right")
        self._keep(self.saved)

    def note_draft(self, text: str) -> None:
        """Store what the learner has typed."""
        if self.saved.draft != text:
            self.saved.draft = text
            self._keep(self.saved)

    def tick(self, seconds: float) -> None:
        """Count time that has passed while an item was shown; `save` or the next response stores it."""
        passed = min(max(seconds, 0.0), LONGEST_STEP)
        self.saved.seconds += passed
        if self.saved.current:
            self.saved.current_seconds += passed

    def save(self) -> None:
        self._keep(self.saved)

    def end(self, why: Ending = "learner") -> None:
        """End the session; the current item counts as not asked."""
        if self.ended is None:
            self.saved.ended, self.saved.current, self.saved.draft = why, "", None
            self._keep(self.saved)

    def interval(self, topic: str) -> Interval | None:
        """Return the interval of a topic's share; None if the report is not about the topic."""
        members = members_of(self.items, self.plan.weights, self.responses, topic)
        return total_spread(self.belief, members).interval() if members else None

    def asked(self) -> Counter[str]:
        """Return the number of responses that count, by topic."""
        return Counter(self.items[one].topic for one in self.responses if one in self.items)

    @property
    def _closed(self) -> frozenset[str]:
        return frozenset(response.exercise for response in self.saved.responses)

    def _open_items(self) -> list[Item]:
        taken = self._closed | {self.saved.current}
        return [item for item in self._pool.values() if item.id not in taken and item.topic in self.plan.topics]

    def _next(self) -> Item | None:
        """Choose the next item, or end the session."""
        open_items = self._open_items()
        wanted = self._wanted()
        if len(self.responses) >= self.plan.most_items:
            self.end("items")
        elif not open_items:
            self.end("none-left")
        elif not wanted:
            self.end("narrow")
        else:
            about = [item for item in open_items if item.topic in wanted]
            most = self.seconds_left / 60 / self.pace
            fitting = [item for item in about if not self.saved.responses or item.minutes <= most]
            if fitting:
                return self._best(fitting, wanted)
            self.end("time" if about else "none-left")
        return None

    def _best(self, fitting: list[Item], topics: Mapping[str, float]) -> Item:
        """Choose among items of topics that still need some; `topics` has their weights.

        Topics with fewer than the least number of responses come first, those with the fewest before all others. In
        each topic, quiz items and code take turns while both are left, and items that the report is not about are
        asked only where no other is left.
        """
        counts, plan = self.asked(), self.plan
        free: dict[str, list[Item]] = {}
        for item in fitting:
            free.setdefault(item.topic, []).append(item)
        few = min(counts[topic] for topic in free)
        gains = []
        for topic, found in free.items():
            if few < plan.least and counts[topic] != few:
                continue
            found = [item for item in found if item.id in plan.weights] or found
            more = sum(
                (1 if item.quiz else -1) for item in map(self.items.get, self.responses) if item and item.topic == topic
            )
            turn = [item for item in found if more == 0 or item.quiz == (more < 0)] or found
            for item, gain in self._gains(topic, turn):
                gains.append((gain * topics[topic] / item.minutes, item))
        gains.sort(key=lambda one: (-one[0], one[1].id))
        best = [item for gain, item in gains[:BEST] if gain >= NEAR * gains[0][0]]
        return random.Random(f"{plan.seed}:{len(self.responses)}:{len(self._closed)}").choice(best)  # noqa: S311

    def _gains(self, topic: str, free: list[Item]) -> list[tuple[Item, float]]:
        """Return each item with the expected decrease of the variance of its topic's share."""
        weights = self.plan.weights
        members = members_of(self._pool, weights, self.responses, topic)
        if not members:  # the report is not about this topic
            return [(item, 0.0) for item in free]
        total = sum(member.weight for member in members)
        skills: dict[str, tuple[Curve, ShareCurve, float]] = {}
        for skill in {item.skill for item in free}:
            own = tuple(member for member in members if member.item.skill == skill)
            part = sum(member.weight for member in own) / total
            if part:
                skills[skill] = (self.belief.topic(skill), share_curve(own), part)
        known: dict[tuple[Curves, float, str], float] = {}
        gains = []
        for item in free:
            if item.skill not in skills:  # the report is not about these items of the topic
                gains.append((item, 0.0))
                continue
            posterior, curve, part = skills[item.skill]
            curves = Curves.of(item)
            weight = weights.get(item.id, 0.0) / total / part
            key = (curves, weight, item.skill)
            if key not in known:
                before = _variance(posterior, curve.mean, curve.variance)
                known[key] = before - sum(_expected(posterior, curve, curves, weight, right) for right in (True, False))
            gains.append((item, part * part * known[key]))
        return gains

    def _wanted(self) -> dict[str, float]:
        """Return the topics that still need items, with their weights."""
        counts = self.asked()
        wanted = {}
        for topic, weight in self.plan.topics.items():
            interval = self.interval(topic)
            if interval is not None and (counts[topic] < self.plan.least or interval.width > self.plan.narrow):
                wanted[topic] = weight
        return wanted


def time_text() -> str:
    """Return the current time in ISO 8601 (UTC)."""
    return datetime.now(timezone.utc).isoformat(timespec="seconds")


def _expected(posterior: Curve, curve: ShareCurve, curves: Curves, weight: float, right: bool) -> float:
    """Return the probability of a response times the variance of the share after it."""
    weights = tuple(map(mul, posterior, curves.likelihood(right)))
    probability = math.fsum(weights)
    mean, variance = curve.mean, curve.variance
    if weight > 0:
        then, now = curves.chances(right), curves.unasked
        mean = tuple(a + weight * (b - c) for a, b, c in zip(mean, then.mean, now.mean, strict=True))
        variance = tuple(a + weight * weight * (b - c) for a, b, c in zip(variance, _own(then), _own(now), strict=True))
    return probability * _variance(tuple(w / probability for w in weights), mean, variance)


def _own(chances: Chances) -> tuple[float, ...]:
    return tuple(s - m * m for s, m in zip(chances.square, chances.mean, strict=True))


def _variance(weights: Curve, mean: Curve, variance: Curve) -> float:
    centre = dot(weights, mean)
    return dot(weights, variance) + dot(weights, [(m - centre) ** 2 for m in mean])
