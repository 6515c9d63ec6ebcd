"""Proves the order of the course: prerequisites, paths, and that no code uses a name before its lesson."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from mxtutor.authoring.findings import Finding
from mxtutor.content.lessons import CodePair, Trap, load_lesson
from mxtutor.content.outline import Course, LessonEntry
from mxtutor.content.plan import CoursePath, plan_faults, unknown_ids
from mxtutor.content.yaml_files import text_of
from mxtutor.errors import ContentError

CODE = ("solution.py", "starter.py", "snippet.py")
"""Files of an exercise with MXNet code that a learner reads or writes."""


def check_journey(course: Course) -> list[Finding]:
    """Return the faults of prerequisites and paths in `course.yaml`."""
    lessons = {lesson.id: lesson for lesson in course.lessons}
    unknown = [
        Finding(lesson.id, f"it needs {needed}, which is not a lesson")
        for lesson in course.lessons
        for needed in lesson.needs
        if needed not in lessons
    ]
    if unknown:
        return unknown
    needs = {lesson.id: all_needs(lesson.id, lessons) for lesson in course.lessons}
    circles = [Finding(i, "it needs itself, through what it needs") for i, found in needs.items() if i in found]
    if circles:
        return circles
    findings = list(_names_too_early(course, needs))
    for path in course.paths:
        findings += _path_faults(path, course, needs)
    if course.paths and (left := sorted(set(course.shown) - set(course.paths[0].exercises))):
        findings.append(Finding(f"path {course.paths[0].id}", f"the first path lacks {', '.join(left[:3])}"))
    return findings


def all_needs(lesson: str, lessons: Mapping[str, LessonEntry]) -> frozenset[str]:
    """Return the ids of a lesson's direct and indirect prerequisites."""
    found: set[str] = set()
    waiting = list(lessons[lesson].needs)
    while waiting:
        needed = waiting.pop()
        if needed not in found:
            found.add(needed)
            waiting += lessons[needed].needs
    return frozenset(found)


def _path_faults(path: CoursePath, course: Course, needs: Mapping[str, frozenset[str]]) -> Iterator[Finding]:
    """Yield the faults of a path: unknown or repeated ids, and lessons before their prerequisites."""
    place = f"path {path.id}"
    faults = [*plan_faults(path), *unknown_ids(path, course)]
    if faults:
        yield from (Finding(place, f"{fault.key}: {fault.message}") for fault in faults)
        return
    begun = next((set(one.exercises) for one in course.paths if one.id == path.begins), set())
    lesson_of = {exercise: lesson.id for lesson in course.lessons for exercise in lesson.exercises}
    order = list(dict.fromkeys(lesson_of[exercise] for exercise in path.exercises if exercise not in begun))
    for number, lesson in enumerate(order):
        for later in order[number + 1 :]:
            if later in needs[lesson]:
                yield Finding(place, f"{lesson} comes before {later}, which it needs")


def _names_too_early(course: Course, needs: Mapping[str, frozenset[str]]) -> Iterator[Finding]:
    """Yield findings for names in code that are taught only by lessons that are not prerequisites."""
    teacher = {name: lesson.id for lesson in course.lessons for name in lesson.teaches}
    for lesson in course.lessons:
        known = needs[lesson.id] | {lesson.id}
        for place, names in [(f"lesson {lesson.id}", _lesson_names(lesson)), *_exercise_names(course, lesson)]:
            for name in sorted(names & teacher.keys()):
                if teacher[name] not in known:
                    yield Finding(place, f"it uses {name}, which {teacher[name]} teaches; {lesson.id} must need that")


def _lesson_names(lesson: LessonEntry) -> set[str]:
    try:
        blocks = load_lesson(lesson.path).blocks
    except ContentError:
        return set()  # the check of that lesson reports it
    sources = [b.mxnet for b in blocks if isinstance(b, CodePair)]
    sources += [b.source for b in blocks if isinstance(b, Trap) and b.framework == "mxnet"]
    return set().union(*map(names_in, sources))


def _exercise_names(course: Course, lesson: LessonEntry) -> Iterator[tuple[str, set[str]]]:
    for exercise in lesson.exercises:
        files = [course.folder(exercise) / name for name in CODE]
        yield exercise, set().union(*(names_in(text_of(file)) for file in files))


def names_in(source: str) -> set[str]:
    """Return the names, attributes and keywords in Python code; empty for code that does not parse."""
    try:
        nodes = list(ast.walk(ast.parse(source)))
    except SyntaxError:
        return set()
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    names |= {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    return names | {node.arg for node in nodes if isinstance(node, ast.keyword) and node.arg}
