"""Reads `course.yaml` and `exercise.yaml`; every fault is one line that names the file and the key."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

from mxtutor.content.model import (
    FORMAT_VERSION,
    Case,
    Compare,
    Course,
    Exercise,
    Kind,
    LessonEntry,
    Mistake,
    Observation,
    Option,
    ResultType,
    Sources,
    Statistics,
    Topic,
)  # fmt: skip
from mxtutor.errors import ContentError, UsageError

_EXERCISE_KEYS = {
    "kind", "title", "prompt", "entry", "params", "hints", "cases", "draws", "compare", "tolerance", "mistakes",
    "options", "explain", "sources", "trivial", "seconds", "processes",
    "loopback",
}  # fmt: skip
_COMPARE_KEYS = {
    "type", "values", "shape", "dtype", "inputs", "alias", "signs", "statistical", "observe",
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
        raise ContentError(f"{path} cannot be read: {error}.", fix="Reinstall mxtutor or mend the pack.") from error
    except yaml.YAMLError as error:
        line = " ".join(str(error).split())
        raise ContentError(f"{path} is not valid YAML: {line}.", fix="Mend that line.") from error
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
    for item in data.get("lessons") or []:
        if not isinstance(item, dict) or not isinstance(item.get("id"), str) or not isinstance(item.get("title"), str):
            raise ContentError(f"{path}: each lesson of {data['id']} needs an id and a title.")
        place = root / "lessons" / f"{item['id']}.md"
        lessons.append(LessonEntry(item["id"], item["title"], place, tuple(item.get("exercises") or ())))
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


def load_exercise(folder: Path, exercise_id: str) -> Exercise:
    """Return the exercise that a folder holds.

    Raises:
        ContentError: `exercise.yaml` is missing or a key of it is unknown, missing or of the wrong kind.
    """
    path = folder / "exercise.yaml"
    data = read_yaml(path)
    if unknown := sorted(set(data) - _EXERCISE_KEYS):
        near = difflib.get_close_matches(unknown[0], _EXERCISE_KEYS, n=1)
        raise ContentError(f"{path}: unknown key {unknown[0]!r}.", fix=f"Did you mean {near[0]!r}?" if near else "")
    kind = data.get("kind", "code")
    if kind not in get_args(Kind):
        raise ContentError(f"{path}: kind is {kind!r}; it must be one of {', '.join(get_args(Kind))}.")
    own = {"code": ("entry", "cases"), "fix": ("entry", "cases"), "choice": ("options",)}
    for key in ("title", "prompt", *own.get(kind, ())):
        if not data.get(key):
            raise ContentError(f"{path}: {key} is missing.")
    return Exercise(
        id=exercise_id,
        kind=kind,
        title=str(data["title"]),
        prompt=str(data["prompt"]).strip(),
        folder=folder,
        entry=str(data.get("entry", "")),
        params=_mapping(path, "params", data.get("params")),
        hints=tuple(str(h).rstrip() for h in data.get("hints") or ()),
        cases=tuple(_case(path, c, _mapping(path, "params", data.get("params"))) for c in data.get("cases") or ()),
        draws=int(data.get("draws", 2)),
        compare=_compare(path, data.get("compare")),
        tolerance=str(data.get("tolerance", "")).strip(),
        mistakes=_mistakes(path, folder, data.get("mistakes")),
        options=tuple(_option(path, o) for o in data.get("options") or ()),
        explain=str(data.get("explain", "")).strip(),
        sources=_sources(path, data.get("sources")),
        trivial=_texts(data.get("trivial")),
        seconds=float(data.get("seconds", 10.0)),
        processes=bool(data.get("processes", False)),
        loopback=bool(data.get("loopback", False)),
    )


def _mapping(path: Path, key: str, value: Any) -> dict[str, str]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise ContentError(f"{path}: {key} must be a mapping.")
    return {str(k): str(v) for k, v in value.items()}


def _case(path: Path, data: Any, params: Mapping[str, str]) -> Case:
    """Return one case; a parameter that is called `name` or `hidden` wins over the key of that name."""
    if not isinstance(data, dict):
        raise ContentError(f"{path}: each case must be a mapping of parameters.")
    told = {key: data[key] for key in ("name", "hidden") if key in data and key not in params}
    inputs = {str(k): v for k, v in data.items() if k not in told}
    return Case(inputs, str(told.get("name", "")), bool(told.get("hidden", False)))


def _compare(path: Path, data: Any) -> Compare:
    if data is None:
        return Compare()
    if not isinstance(data, dict):
        raise ContentError(f"{path}: compare must be a mapping.")
    if unknown := sorted(set(data) - _COMPARE_KEYS):
        raise ContentError(
            f"{path}: compare has an unknown key {unknown[0]!r}; known: {', '.join(sorted(_COMPARE_KEYS))}."
        )
    kind = data.get("type", "mxnet")
    if kind not in get_args(ResultType):
        raise ContentError(f"{path}: compare.type is {kind!r}; it must be one of {', '.join(get_args(ResultType))}.")
    values = data.get("values", "exact")
    try:
        rtol, atol = (0.0, 0.0) if values == "exact" else (float(v) for v in values)
    except (TypeError, ValueError) as error:
        raise ContentError(f"{path}: compare.values must be exact or [rtol, atol].") from error
    return Compare(
        type=kind, rtol=rtol, atol=atol, shape=data.get("shape", "exact"), dtype=data.get("dtype", "exact"),
        inputs=data.get("inputs", "any"), alias=data.get("alias", "any"), signs=data.get("signs", "fixed"),
        statistics=_statistics(path, data.get("statistical")), observe=_observations(path, data.get("observe")),
    )  # fmt: skip


def _observations(path: Path, data: Any) -> dict[str, Observation]:
    if data is None:
        return {}
    if not isinstance(data, dict):
        raise ContentError(f"{path}: compare.observe must map names to what is said when they differ.")
    found = {}
    for name, told in data.items():
        told = {"says": told} if isinstance(told, str) else told
        if not isinstance(told, dict) or not told.get("says") or set(told) - {"says", "values", "dtype"}:
            raise ContentError(f"{path}: compare.observe.{name} needs says and knows values and dtype beside it.")
        values = told.get("values")
        rtol, atol = (None, None) if values is None else (0.0, 0.0) if values == "exact" else map(float, values)
        found[str(name)] = Observation(" ".join(str(told["says"]).split()), rtol, atol, told.get("dtype", "any"))
    return found


def _statistics(path: Path, data: Any) -> Statistics | None:
    if data is None:
        return None
    known = {f.name for f in fields(Statistics)}
    if not isinstance(data, dict) or (unknown := set(data) - known):
        raise ContentError(f"{path}: compare.statistical knows {', '.join(sorted(known))}, not {unknown or data!r}.")
    pairs: dict[str, Any] = {k: tuple(data[k]) for k in ("support", "within") if data.get(k) is not None}
    plain = {k: v for k, v in data.items() if k not in ("support", "within", "reseed")}
    return Statistics(**plain, **pairs, reseed=data.get("reseed", True) in (True, "repeats"))


def _mistakes(path: Path, folder: Path, data: Any) -> tuple[Mistake, ...]:
    """Join the slips of `wrong_*.py` (message in the docstring) with those that `mistakes` describes."""
    told = data or {}
    if not isinstance(told, Mapping):
        raise ContentError(f"{path}: mistakes must map a slip to how it is known.")
    found = {wrong.stem.removeprefix("wrong_").replace("_", "-"): wrong for wrong in sorted(folder.glob("wrong_*.py"))}
    mistakes = []
    for code in [*found, *(c for c in told if c not in found)]:
        how = told.get(code) or {}
        if not isinstance(how, dict) or set(how) - {"message", "error", "calls"}:
            raise ContentError(f"{path}: mistakes.{code} knows message, error and calls only.")
        message = str(how.get("message", "")).strip() or (wrong_message(found[code]) if code in found else "")
        if not message:
            raise ContentError(f"{path}: mistakes.{code} needs a message.")
        mistakes.append(
            Mistake(code, message, _texts(how.get("error")), _texts(how.get("calls")), found.get(code)),
        )
    return tuple(mistakes)


def _texts(value: Any) -> tuple[str, ...]:
    if value is None:
        return ()
    return (value,) if isinstance(value, str) else tuple(str(v) for v in value)


def wrong_message(path: Path) -> str:
    """Return what a learner must see for a `wrong_<slip>.py`: its docstring from the second paragraph on.

    Raises:
        ContentError: the file does not parse or has no such paragraph.
    """
    try:
        text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    except (SyntaxError, UnicodeDecodeError) as error:
        raise ContentError(f"{path} does not parse: {error}.") from error
    message = text.partition("\n\n")[2].strip()
    if not message:
        raise ContentError(f"{path}: its docstring needs a first line (the slip) and a paragraph (what to tell).")
    return " ".join(message.split())


def _option(path: Path, data: Any) -> Option:
    if not isinstance(data, dict) or not data.get("text") or not data.get("why"):
        raise ContentError(f"{path}: each option needs text and why.")
    return Option(str(data["text"]), bool(data.get("right", False)), str(data["why"]))


def _sources(path: Path, data: Any) -> Sources:
    if data is None:
        return Sources()
    known = {f.name for f in fields(Sources)}
    if not isinstance(data, dict) or set(data) - known:
        raise ContentError(f"{path}: sources knows {', '.join(sorted(known))} only.")
    plain = {k: str(v).strip() for k, v in data.items() if k != "rows"}
    return Sources(rows=_texts(data.get("rows")), **plain)
