"""How long exercises and lessons take, estimated from their files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from mxtutor.content.outline import Course

QUIZ_MINUTES = 2
CODE_MINUTES = 3
"""Reading the task and the reference of an exercise with code, and checking the answer."""
LINE_MINUTES = 0.75
"""Writing one line of the solution; imports and the line of `def` cost nothing."""
CHANGE_MINUTES = 2
"""Finding and fixing one wrong line of the starter."""
WORDS_PER_MINUTE = 120
"""Speed of reading a technical text in a second language."""
LINES_PER_MINUTE = 12
"""Speed of reading lines of code."""


def exercise_minutes(folder: Path) -> int:
    """Return the minutes that an exercise is estimated to take, from its solution and its starter."""
    solution = _lines(folder / "solution.py")
    if not solution:
        return QUIZ_MINUTES
    starter = _lines(folder / "starter.py")
    if starter:
        changed = [line for line in solution if line not in starter]
        work = len(starter) / LINES_PER_MINUTE + CHANGE_MINUTES * len(changed)
    else:
        work = LINE_MINUTES * len(solution)
    return round(CODE_MINUTES + work)


def _lines(path: Path) -> list[str]:
    """Return the lines of code of a file without imports and lines of `def`; none if it cannot be read."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return []
    return [line.strip() for line in lines if line.strip() and not line.startswith(("import ", "from ", "def "))]


def lesson_minutes(path: Path) -> int:
    """Return the minutes that reading a lesson is estimated to take, at least 1."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return 1
    words = lines = 0
    in_code = False
    for line in text.splitlines():
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
