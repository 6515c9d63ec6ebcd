"""A session: which item comes next, what a response means, when the session ends. It does no input and output.

The tutor's placement uses the same class with another `Blueprint`: at most eight items, no time limit that matters.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import datetime, timezone

from mxtutor.assessment.model import Belief, Item, belief_after
from mxtutor.assessment.records import Blueprint, Ending, Outcome, Response, SavedSession
from mxtutor.assessment.selection import Asked, choose
from mxtutor.assessment.shares import Interval, members_of, topic_spread

PACE = (0.6, 2.0)
"""Limits of the learner's pace: minutes used for each planned minute."""
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
        now: Callable[[], datetime] = lambda: datetime.now(timezone.utc),
    ) -> None:
        """Continue a session, or begin a new one.

        `items` has the items of the plan's exercises; those that the course lacks now are left out. `keep` stores the
        session; it is called after every change that must not be lost.
        """
        self.saved = saved
        plan = saved.plan
        self.items = {one: items[one] for one in dict.fromkeys((*plan.pool, *plan.weights)) if one in items}
        self._pool = {one: self.items[one] for one in plan.pool if one in self.items}
        self._keep = keep
        self._now = now
        topics = dict.fromkeys((*plan.topics, *(item.topic for item in self.items.values())))
        self.belief: Belief = belief_after(topics, self.items, self.responses)

    @property
    def plan(self) -> Blueprint:
        """What the session is about."""
        return self.saved.plan

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
        """About how many items follow after the present one, from the time that is left; at most the plan's number."""
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

    def respond(self, outcome: Outcome, *, verdict: str = "", seed: int = 0, answer: str = "") -> None:
        """Store the response to the present item.

        Raises:
            ValueError: there is no present item.
        """
        identity = self.saved.current
        if not identity or self.ended is not None:
            raise ValueError("there is no item to respond to")
        response = Response(
            identity, outcome, verdict, round(self.saved.current_seconds, 1), seed, self._time(), answer
        )  # fmt: skip
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
        """Store the session as it is."""
        self._keep(self.saved)

    def end(self, why: Ending = "learner") -> None:
        """End the session; the present item counts as not asked."""
        if self.ended is None:
            self.saved.ended, self.saved.current, self.saved.draft = why, "", None
            self._keep(self.saved)

    def interval(self, topic: str) -> Interval | None:
        """Return the interval of a topic's share; None if the report is not about the topic."""
        members = members_of(self.items, self.plan.weights, self.responses, topic)
        return topic_spread(self.belief, topic, members).interval() if members else None

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
            asked = Asked(self._pool, self.plan.weights, self.responses, self._closed)
            first = not self.saved.responses
            found = choose(
                self.belief,
                asked,
                topics=wanted,
                least=self.plan.least,
                fits=lambda item: first or 60 * item.minutes * self.pace <= self.seconds_left,
                seed=self.plan.seed,
                by_time=self.plan.by_time,
            )
            if found is not None:
                return found
            left = any(item.topic in wanted for item in open_items)
            self.end("time" if left else "none-left")
        return None

    def _wanted(self) -> dict[str, float]:
        """Return the topics that still need items, with their weights."""
        counts = self.asked()
        wanted = {}
        for topic, weight in self.plan.topics.items():
            interval = self.interval(topic)
            if interval is not None and (counts[topic] < self.plan.least or interval.width > self.plan.narrow):
                wanted[topic] = weight
        return wanted

    def _time(self) -> str:
        return self._now().astimezone(timezone.utc).isoformat(timespec="seconds")
