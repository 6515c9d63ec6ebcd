"""Estimates from their files how long exercises and lessons take.

The estimate is a sum of steps; no learner's time was measured. It is based on two facts: a hurried reader read, typed
and checked a first exercise with one line and a task of 30 words in about a minute, which counts twice here; and
adults read 238 words of non-fiction per minute (Brysbaert 2019, a mean of 190 studies), of which two thirds are assumed
for a technical text in a second language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from mxtutor.content.outline import Course
from mxtutor.content.yaml_files import text_of

if TYPE_CHECKING:
    from mxtutor.content.model import Exercise

WORDS_PER_MINUTE = 160
"""Reading speed of text."""
LINES_PER_MINUTE = 12
"""Reading speed of code."""
CHECK_MINUTES = 0.75
"""Minutes to open an exercise, check an answer and read the verdict; for a question, also to decide."""
LINE_MINUTES = 0.5
"""Minutes to think of one line of the solution, look up a name and type it; imports and `def` lines are free."""
CHANGE_MINUTES = 1.5
"""Minutes to find and fix one wrong line of the starter."""
MOST_WORDS, MOST_LINES = 400, 60
"""Words and lines of code per minute that hardly any reader exceeds: nearly all of Brysbaert's read below 320."""


def exercise_minutes(folder: Path) -> int:
    """Return the estimated minutes of an exercise, at least 1.

    The learner reads task and code, then writes the lines of the solution or changes the wrong lines of the starter.
    """
    starter, solution = _lines(folder / "starter.py"), _lines(folder / "solution.py")
    code = [*_lines(folder / "reference.py"), *_lines(folder / "snippet.py"), *starter]
    changed = sum(line not in starter for line in solution)
    work = CHANGE_MINUTES * changed if starter else LINE_MINUTES * len(solution)
    reading = _prompt_words(folder) / WORDS_PER_MINUTE + len(code) / LINES_PER_MINUTE
    return max(1, round(CHECK_MINUTES + reading + work))


def reading_seconds(exercise: Exercise) -> float:
    """Return the seconds in which a fast reader has read a question once: its task, and its options or its code."""
    texts = [exercise.title, exercise.prompt, *(option.text for option in exercise.options)]
    code = "" if exercise.kind == "choice" else exercise.snippet if exercise.kind == "predict" else exercise.reference
    lines = sum(bool(line.strip()) for line in code.splitlines())
    return 60 * (sum(len(text.split()) for text in texts) / MOST_WORDS + lines / MOST_LINES)


def _prompt_words(folder: Path) -> int:
    """Return the number of words in the key `prompt`; 0 if the file cannot be read."""
    words, inside = 0, False
    for line in text_of(folder / "exercise.yaml").splitlines():
        inside = line.startswith("prompt:") or (inside and not line[:1].strip())
        words += len(line.split()) if inside else 0
    return words


def _lines(path: Path) -> list[str]:
    """Return the lines of code in a file without imports and `def` lines; none if it cannot be read."""
    lines = text_of(path).splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith(("import ", "from ", "def "))]


def lesson_minutes(path: Path) -> int:
    """Return the estimated minutes for reading a lesson, at least 1."""
    words = lines = 0
    in_code = False
    for line in text_of(path).splitlines():
        if line.startswith("```"):
            in_code = not in_code
        elif in_code:
            lines += bool(line.strip())
        else:
            words += len(line.split())
    return max(1, round(words / WORDS_PER_MINUTE + lines / LINES_PER_MINUTE))


@dataclass(frozen=True, slots=True)
class CourseMinutes:
    """The estimated minutes of all exercises and lessons of a course."""

    exercises: Mapping[str, int]
    """Minutes of each exercise, without its lesson."""
    lessons: Mapping[str, int]
    """Minutes of reading each lesson, without its exercises."""
    lesson_of: Mapping[str, str]
    """The lesson of each exercise."""

    def of(self, exercises: Iterable[str]) -> int:
        """Return the minutes of exercises with their lessons; each lesson counts once."""
        wanted = set(exercises)
        lessons = {self.lesson_of[exercise] for exercise in wanted}
        return sum(self.lessons[lesson] for lesson in lessons) + sum(self.exercises[exercise] for exercise in wanted)


def course_minutes(course: Course) -> CourseMinutes:
    """Estimate the minutes of a course from its files."""
    return CourseMinutes(
        {exercise: exercise_minutes(course.folder(exercise)) for exercise in course.exercises},
        {lesson.id: lesson_minutes(lesson.path) for lesson in course.lessons},
        {exercise: lesson.id for lesson in course.lessons for exercise in lesson.exercises},
    )
