"""What stands for a learner's words on a screen that a class sees: texts of the content, and nothing that was sent.

An event has codes and texts, and any learner can send any text. So a code that the content or the shared rules know is
shown with their text, and everything else is left out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from mxtutor.content.loader import load_exercise
from mxtutor.content.outline import Course
from mxtutor.errors import ContentError
from mxtutor.live.facts import Fact

SHARED = Path(__file__).with_name("shared_mistakes.txt")
"""The mistakes that any exercise may show: `code: sentence` on each line, without any word of a learner."""
UNNAMED = {
    "wrong": "No known mistake: the result is wrong.",
    "error": "No known mistake: the answer ended with an error.",
    "timeout": "No known mistake: the answer took too long.",
    "crash": "No known mistake: the process of the answer ended.",
}
"""Text for answers without a named mistake, by their verdict."""
_VERDICTS = ("right", *UNNAMED, "broken")


class MistakeNames:
    """The texts of the mistakes of a course; each exercise is read when somebody has tried it."""

    def __init__(self, course: Course | None) -> None:
        self._course = course
        self._known = frozenset(course.exercises if course is not None else ())
        self._of: dict[str, Mapping[str, str]] = {}

    def of(self, exercise: str) -> Mapping[str, str]:
        """Return the text of each mistake that an exercise may show, by its code."""
        if exercise not in self._of:
            self._of[exercise] = {**shared_mistakes(), **self._own(exercise)}
        return self._of[exercise]

    def _own(self, identity: str) -> dict[str, str]:
        if self._course is None or identity not in self._known:
            return {}
        try:
            exercise = load_exercise(self._course.folder(identity), identity)
        except ContentError:  # `dev check` names the fault; here the mistake has no name
            return {}
        options = {f"option-{letter}": one.why for letter, one in zip("abcdefghij", exercise.options, strict=False)}
        return options | {one.code: one.short_name for one in exercise.mistakes}

    def shown(self, fact: Fact) -> Fact:
        """Return an event without texts that a learner could choose."""
        if not (fact.verdict or fact.headline or fact.named):
            return fact
        names = self.of(fact.exercise)
        mistakes = [(code, names[code]) for code, _ in fact.named if code in names]
        verdict = fact.verdict if fact.verdict in _VERDICTS else "wrong"
        return fact._replace(verdict=verdict, headline=UNNAMED.get(verdict, ""), mistakes=json.dumps(mistakes))


@lru_cache(maxsize=1)
def shared_mistakes() -> Mapping[str, str]:
    """Return the text of each mistake that any exercise may show, by its code."""
    lines = (line.partition(": ") for line in SHARED.read_text("utf-8").splitlines())
    return {code: text for code, _, text in lines}
