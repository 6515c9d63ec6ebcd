"""The rule that turns an exercise into an item: its difficulty, its time and its chance of guessing, from content."""

from __future__ import annotations

import math
from collections.abc import Iterable

from mxtutor.assessment.model import Item
from mxtutor.content.model import Course, Exercise, Kind
from mxtutor.errors import ContentError, reason_of

BASE: dict[Kind, float] = {"code": -2.4, "fix": -2.4, "predict": -0.2, "choice": -0.2}
"""Difficulty by kind, in logits, before the other terms."""
PER_DOUBLING = 1.2
"""Logits for each doubling of the lines of the solution: a solution of two lines has one doubling."""
PER_MISTAKE = 0.1
"""Logits for each known mistake above or below `USUAL_MISTAKES`: more ways to fail."""
USUAL_MISTAKES: dict[Kind, float] = {"code": 10, "fix": 7, "predict": 3, "choice": 3}
"""Usual number of known mistakes; for `choice`, of wrong options."""
SURPRISE = 0.8
"""Logits if the form in the public documents needs a change or is wrong, or if MXNet has none."""
HARDEST = 3.0
"""Difficulties are limited to -3 to 3 logits."""

QUIZ_MINUTES = 1.0
CODE_MINUTES = 1.5
LINE_MINUTES = 0.25
"""Minutes of a quiz item; minutes of a code item, and of each line of its solution."""
MOST_MINUTES = 8.0


def item_of(exercise: Exercise) -> Item:
    """Return what the model knows about an exercise.

    Raises:
        ContentError: its solution cannot be read.
    """
    quiz = exercise.kind in ("predict", "choice")
    lines = 0 if quiz else _lines(exercise)
    ways = sum(not option.right for option in exercise.options) if exercise.options else len(exercise.mistakes)
    difficulty = BASE[exercise.kind]
    difficulty += PER_DOUBLING * math.log2(lines) if lines else 0.0
    difficulty += PER_MISTAKE * (ways - USUAL_MISTAKES[exercise.kind])
    difficulty += 0.0 if exercise.claim == "as_claimed" else SURPRISE
    return Item(
        exercise.id,
        round(min(max(difficulty, -HARDEST), HARDEST), 1),  # tenths, so that items share curves
        QUIZ_MINUTES if quiz else min(CODE_MINUTES + LINE_MINUTES * lines, MOST_MINUTES),
        1.0 / len(exercise.options) if exercise.kind == "choice" and exercise.options else 0.0,
        quiz,
    )


def _lines(exercise: Exercise) -> int:
    """Return the lines of the solution that are not empty, at least one."""
    try:
        source = exercise.solution
    except (OSError, UnicodeError) as error:
        raise ContentError(f"{exercise.folder / 'solution.py'} cannot be read: {reason_of(error)}.") from error
    return max(sum(1 for line in source.splitlines() if line.strip()), 1)


def items_of(course: Course, exercises: Iterable[str]) -> tuple[dict[str, Item], dict[str, str]]:
    """Return the items of exercises by id, and why others cannot be read, by id."""
    from mxtutor.content.loader import load_exercise

    items: dict[str, Item] = {}
    damaged: dict[str, str] = {}
    for identity in exercises:
        try:
            items[identity] = item_of(load_exercise(course.folder(identity), identity))
        except ContentError as error:
            damaged[identity] = str(error)
    return items, damaged
