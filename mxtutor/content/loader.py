"""Reads `course.yaml` and `exercise.yaml`; every fault is one line that names the file and the key."""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

from mxtutor.content.comparison import load_compare
from mxtutor.content.fields import listed, mapping, number, texts
from mxtutor.content.model import (
    FORMAT_VERSION,
    Case,
    Course,
    Equivalent,
    Exercise,
    Kind,
    LessonEntry,
    Mistake,
    Option,
    Sources,
    Topic,
)  # fmt: skip
from mxtutor.content.variants import RENDERED, render_all, variants_of
from mxtutor.errors import ContentError, UsageError

_ID = re.compile(r"[a-z0-9-]+/[a-z0-9-]+")
_EXERCISE_KEYS = {
    "kind", "title", "prompt", "entry", "params", "hints", "cases", "draws", "compare", "tolerance", "mistakes",
    "options", "explain", "sources", "trivial", "seconds", "processes", "variants",
    "loopback", "steady", "equivalent",
}  # fmt: skip


def read_yaml(path: Path) -> dict[str, Any]:
    """Return the mapping that a YAML file holds.

    Raises:
        ContentError: the file is missing, not UTF-8, not YAML or not a mapping.
    """
    import yaml  # 20 ms; a front door that loads no content does not pay for it

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # ten times faster where libyaml is there
    try:
        data = yaml.load(path.read_text(encoding="utf-8"), Loader=loader)  # noqa: S506 - both are safe loaders
    except (OSError, UnicodeDecodeError) as error:
        raise ContentError(f"{path} cannot be read: {error}.", fix="Reinstall mxtutor or fix the pack.") from error
    except yaml.YAMLError as error:
        line = " ".join(str(error).split())
        raise ContentError(f"{path} is not valid YAML: {line}.", fix="Fix that line.") from error
    if not isinstance(data, dict):
        raise ContentError(f"{path} must hold a mapping of keys to values.")
    return data


def load_course(root: Path) -> Course:
    """Return the course of the pack at `root` (the folder with `lessons/` and `exercises/`).

    Raises:
        ContentError: `lessons/course.yaml` is missing, damaged or of another format version.
    """
    path = root / "lessons" / "course.yaml"
    if not path.is_file():
        raise ContentError(f"{path} is missing.", fix="A pack is a folder that holds lessons/ and exercises/.")
    data = read_yaml(path)
    if data.get("format_version") != FORMAT_VERSION:
        found = data.get("format_version")
        raise ContentError(f"{path}: format_version is {found!r}, this release reads {FORMAT_VERSION}.")
    topics = data.get("topics")
    if not isinstance(topics, list):
        raise ContentError(f"{path}: topics must be a list.")
    return Course(root, tuple(_topic(root, path, topic) for topic in topics))


def _topic(root: Path, path: Path, data: Any) -> Topic:
    if not isinstance(data, dict) or not isinstance(data.get("id"), str):
        raise ContentError(f"{path}: each topic needs an id.")
    lessons = []
    for item in listed(path, f"lessons of {data['id']}", data.get("lessons")):
        if not isinstance(item, dict) or not isinstance(item.get("id"), str) or not isinstance(item.get("title"), str):
            raise ContentError(f"{path}: each lesson of {data['id']} needs an id and a title.")
        exercises = listed(path, f"exercises of {item['id']}", item.get("exercises"))
        for identity in (item["id"], *exercises):
            if not (isinstance(identity, str) and _ID.fullmatch(identity)):
                raise ContentError(f"{path}: {identity!r} is no id.", fix="Write topic/slug in a-z, 0-9 and dashes.")
        place = root / "lessons" / f"{item['id']}.md"
        lessons.append(LessonEntry(item["id"], item["title"], place, tuple(exercises)))
    title, summary = str(data.get("title", data["id"])), str(data.get("summary", ""))
    return Topic(data["id"], title, summary, tuple(lessons))


def find_exercise(course: Course, exercise_id: str) -> Exercise:
    """Return an exercise of the course by its id.

    Raises:
        UsageError: the course has no such id; the nearest ones are named.
        ContentError: its folder is damaged.
    """
    if exercise_id not in course.exercises:
        near = difflib.get_close_matches(exercise_id, course.exercises, n=3, cutoff=0.5)
        fix = f"Did you mean {' or '.join(near)}?" if near else "`mxtutor list` shows them all."
        raise UsageError(f"There is no exercise {exercise_id!r}.", fix=fix)
    return load_exercise(course.folder(exercise_id), exercise_id)


def load_exercise(folder: Path, exercise_id: str, variant: int = 0) -> Exercise:
    """Return the exercise that a folder holds; `variant` counts the variants of a prediction round and round.

    Raises:
        ContentError: `exercise.yaml` is missing or a key of it is unknown, missing or of the wrong kind.
    """
    path = folder / "exercise.yaml"
    data = read_yaml(path)
    if unknown := sorted(map(str, set(data) - _EXERCISE_KEYS)):
        near = difflib.get_close_matches(unknown[0], _EXERCISE_KEYS, n=1)
        raise ContentError(f"{path}: unknown key {unknown[0]!r}.", fix=f"Did you mean {near[0]!r}?" if near else "")
    kind = data.get("kind", "code")
    if kind not in get_args(Kind):
        raise ContentError(f"{path}: kind is {kind!r}; it must be one of {', '.join(get_args(Kind))}.")
    variants = variants_of(path, data.pop("variants", None))
    if variants and kind != "predict":
        raise ContentError(f"{path}: only a predict exercise has variants.")
    values = variants[variant % len(variants)] if variants else {}
    if variants:
        data |= {key: render_all(data[key], values, f"{path}: {key}") for key in RENDERED if key in data}
    own = {"code": ("entry", "cases"), "fix": ("entry", "cases"), "choice": ("options",)}
    for key in ("title", "prompt", *own.get(kind, ())):
        if not data.get(key):
            raise ContentError(f"{path}: {key} is missing.")
    params = mapping(path, "params", data.get("params"))
    return Exercise(
        id=exercise_id,
        kind=kind,
        title=str(data["title"]),
        prompt=str(data["prompt"]).strip(),
        folder=folder,
        variants=len(variants) or 1,
        values=values,
        entry=str(data.get("entry", "")),
        params=params,
        hints=tuple(str(h).rstrip() for h in listed(path, "hints", data.get("hints"))),
        cases=tuple(_case(path, c, params) for c in listed(path, "cases", data.get("cases"))),
        draws=int(number(path, "draws", data.get("draws", 2), whole=True)),
        steady=number(path, "steady", data["steady"]) if "steady" in data else 0.0,
        compare=load_compare(path, data.get("compare")),
        tolerance=str(data.get("tolerance", "")).strip(),
        mistakes=_mistakes(path, folder, data.get("mistakes")),
        options=tuple(_option(path, o) for o in listed(path, "options", data.get("options"))),
        explain=str(data.get("explain", "")).strip(),
        sources=_sources(path, data.get("sources")),
        trivial=texts(data.get("trivial")),
        equivalent=_equivalent(path, data.get("equivalent")),
        seconds=number(path, "seconds", data.get("seconds", 10.0)),
        processes=bool(data.get("processes", False)),
        loopback=bool(data.get("loopback", False)),
    )


def _case(path: Path, data: Any, params: Mapping[str, str]) -> Case:
    """Return one case; a parameter that is called `name` or `hidden` wins over the key of that name."""
    if not isinstance(data, dict):
        raise ContentError(f"{path}: each case must be a mapping of parameters.")
    told = {key: data[key] for key in ("name", "hidden") if key in data and key not in params}
    inputs = {str(k): v for k, v in data.items() if k not in told}
    return Case(inputs, str(told.get("name", "")), bool(told.get("hidden", False)))


def _mistakes(path: Path, folder: Path, data: Any) -> tuple[Mistake, ...]:
    """Join the mistakes of `wrong_*.py` (name and message in the docstring) with those that `mistakes` describes."""
    told = data or {}
    if not isinstance(told, Mapping):
        raise ContentError(f"{path}: mistakes must map a slip to how it is known.")
    found = {wrong.stem.removeprefix("wrong_").replace("_", "-"): wrong for wrong in sorted(folder.glob("wrong_*.py"))}
    mistakes = []
    for code in [*found, *(c for c in told if c not in found)]:
        how = told.get(code) or {}
        if not isinstance(how, dict) or set(how) - {"name", "message", "error", "calls", "typed"}:
            raise ContentError(
                f"{path}: mistakes.{code} knows name, message, error and calls, and typed for predictions."
            )
        name, message = wrong_texts(found[code]) if code in found else ("", "")
        name, message = (str(how.get(key, "")).strip() or text for key, text in (("name", name), ("message", message)))
        if not message:
            raise ContentError(f"{path}: mistakes.{code} needs a message.")
        mistakes.append(
            Mistake(
                code,
                message,
                texts(how.get("error")),
                texts(how.get("calls")),
                found.get(code),
                name,
                texts(how.get("typed")),
            ),
        )
    return tuple(mistakes)


def wrong_texts(path: Path) -> tuple[str, str]:
    """Return name and message of a `wrong_<slip>.py`: the first line of its docstring, and the paragraph that follows.

    Raises:
        ContentError: the file does not parse or has no such paragraph.
    """
    try:
        text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    except (SyntaxError, ValueError) as error:  # no UTF-8, or a NUL
        raise ContentError(f"{path} does not parse: {error}.") from error
    name, _, message = text.partition("\n\n")
    if not message.strip():
        raise ContentError(f"{path}: its docstring needs a first line (the mistake) and a paragraph (what to do).")
    return " ".join(name.split()), " ".join(message.split())


def _option(path: Path, data: Any) -> Option:
    if not isinstance(data, dict) or not data.get("text") or not data.get("why"):
        raise ContentError(f"{path}: each option needs text and why.")
    return Option(str(data["text"]), bool(data.get("right", False)), str(data["why"]))


def _equivalent(path: Path, data: Any) -> tuple[Equivalent, ...]:
    """Return the marks of mutants that are right; each names one and says why."""
    marks: dict[str, Equivalent] = {}
    for mark in listed(path, "equivalent", data):
        if not isinstance(mark, dict) or set(mark) != {"mutant", "reason"}:
            raise ContentError(f"{path}: each mark under equivalent needs mutant and reason, and nothing else.")
        name, reason = (" ".join(str(mark[key] or "").split()) for key in ("mutant", "reason"))
        if not name or not reason:
            raise ContentError(f"{path}: a mark under equivalent has no {'reason' if name else 'mutant'}.")
        if name in marks:
            raise ContentError(f"{path}: equivalent marks {name!r} twice.")
        marks[name] = Equivalent(name, reason)
    return tuple(marks.values())


def _sources(path: Path, data: Any) -> Sources:
    if data is None:
        return Sources()
    known = {f.name for f in fields(Sources)}
    if not isinstance(data, dict) or set(data) - known:
        raise ContentError(f"{path}: sources knows {', '.join(sorted(known))} only.")
    plain = {k: str(v).strip() for k, v in data.items() if k != "rows"}
    return Sources(rows=texts(data.get("rows")), **plain)
