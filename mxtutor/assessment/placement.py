"""A placement: which exercises a few answers prove to be known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mxtutor.assessment.session import Assessment
from mxtutor.assessment.shares import members_of, total_spread

KNOWN_SHARE = 0.5
"""A lesson is known if the learner can do at least this share of its exercises ..."""
SURE = 0.85
"""... with at least this probability."""


def proven(assessment: Assessment, lessons: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """Return the exercises that the responses prove to be known; `lessons` has the exercises of each lesson.

    A lesson is proven if one of its topic's items was answered right, none of its own was not, and the learner can do
    `KNOWN_SHARE` of its exercises with the probability `SURE`. An item that was answered right and cannot be guessed is
    proven by itself.
    """
    responses, items = assessment.responses, assessment.items
    sure = {one for one, right in responses.items() if right and one in items and not items[one].guess}
    seen = {items[one].topic for one, right in responses.items() if right and one in items}
    found: list[str] = []
    for exercises in lessons:
        missed = any(responses.get(one) is False for one in exercises)
        if not missed and _is_proven(assessment, exercises, seen):
            found += exercises
        else:
            found += [one for one in exercises if one in sure]
    return tuple(found)


def _is_proven(assessment: Assessment, exercises: Sequence[str], seen: set[str]) -> bool:
    """Return whether the model proves a lesson; its exercises may belong to several topics."""
    by_topic: dict[str, dict[str, float]] = {}
    for one in exercises:
        by_topic.setdefault(one.partition("/")[0], {})[one] = 1.0
    if not by_topic or not by_topic.keys() <= seen or any(one not in assessment.items for one in exercises):
        return False
    for weights in by_topic.values():
        members = members_of(assessment.items, weights, assessment.responses)
        if total_spread(assessment.belief, members).above(KNOWN_SHARE) < SURE:
            return False
    return True


def missed(assessment: Assessment) -> tuple[str, ...]:
    """Return the items that were not answered right, in the order in which they were asked."""
    return tuple(one for one, right in assessment.responses.items() if not right)
