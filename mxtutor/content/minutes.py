"""How long exercises and lessons take, estimated from their files.

The estimate is a sum of steps; no time of a learner was measured. Its two fixed points: a first exercise of one line,
with 30 words of task, was read, typed and checked in about a minute by somebody in a hurry, and takes twice that here;
and adults read 238 words of non-fiction a minute (Brysbaert 2019, a mean of 190 studies), of which two thirds are left
for a technical text in a second language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from mxtutor.content.outline import Course

WORDS_PER_MINUTE = 160
"""Speed of reading text."""
LINES_PER_MINUTE = 12
"""Speed of reading lines of code."""
CHECK_MINUTES = 0.75
"""Opening an exercise, checking an answer and reading the verdict; for a question, also deciding."""
LINE_MINUTES = 0.5
"""Thinking of one line of the solution, looking a name up and typing it; imports and the line of `def` cost nothing."""
CHANGE_MINUTES = 1.5
"""Finding and fixing one wrong line of the starter."""


def exercise_minutes(folder: Path) -> int:
    """Return the minutes that an exercise is estimated to take, at least 1.

    Its task and its code are read; then the lines of the solution are written, or those that the starter has wrong are
    changed.
    """
    starter, solution = _lines(folder / "starter.py"), _lines(folder / "solution.py")
    code = [*_lines(folder / "reference.py"), *_lines(folder / "snippet.py"), *starter]
    changed = sum(line not in starter for line in solution)
    work = CHANGE_MINUTES * changed if starter else LINE_MINUTES * len(solution)
    reading = _prompt_words(folder) / WORDS_PER_MINUTE + len(code) / LINES_PER_MINUTE
    return max(1, round(CHECK_MINUTES + reading + work))


def _prompt_words(folder: Path) -> int:
    """Return the number of words of the task, which is the key `prompt`; 0 if the file cannot be read."""
    words, inside = 0, False
    for line in _text(folder / "exercise.yaml").splitlines():
        inside = line.startswith("prompt:") or (inside and not line[:1].strip())
        words += len(line.split()) if inside else 0
    return words


def _lines(path: Path) -> list[str]:
    """Return the lines of code of a file without imports and lines of `def`; none if it cannot be read."""
    lines = _text(path).splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith(("import ", "from ", "def "))]


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def lesson_minutes(path: Path) -> int:
    """Return the minutes that reading a lesson is estimated to take, at least 1."""
    words = lines = 0
    in_code = False
    for line in _text(path).splitlines():
        if line.startswith("```"):
            in_code = not in_code
        elif in_code:
            lines += bool(line.strip())
        else:
            words += len(line.split())
    return max(1, round(words / WORDS_PER_MINUTE + lines / LINES_PER_MINUTE))


@dataclass(frozen=True, slots=True)
class CourseMinutes:
    """The minutes of everything in a course."""

    exercises: Mapping[str, int]
    """Minutes of each exercise, without its lesson."""
    lessons: Mapping[str, int]
    """Minutes of reading each lesson, without its exercises."""
    lesson_of: Mapping[str, str]
    """The lesson of each exercise."""

    def of(self, exercises: Iterable[str]) -> int:
        """Return the minutes of exercises and of the lessons that they belong to; each lesson is read once."""
        wanted = set(exercises)
        lessons = {self.lesson_of[exercise] for exercise in wanted}
        return sum(self.lessons[lesson] for lesson in lessons) + sum(self.exercises[exercise] for exercise in wanted)


def course_minutes(course: Course) -> CourseMinutes:
    """Read how long everything in a course takes."""
    return CourseMinutes(
        {exercise: exercise_minutes(course.folder(exercise)) for exercise in course.exercises},
        {lesson.id: lesson_minutes(lesson.path) for lesson in course.lessons},
        {exercise: lesson.id for lesson in course.lessons for exercise in lesson.exercises},
    )
