"""Reads exercises from `exercise.yaml`; each error is one line with file and key."""

from __future__ import annotations

import ast
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from mxtutor.content.comparison import STATES, Changed
from mxtutor.content.course_file import load_course as load_course
from mxtutor.content.model import (
    PROGRAM,
    Case,
    Claim,
    Compare,
    Course,
    Exercise,
    Kind,
    Mistake,
    Option,
)
from mxtutor.content.plan import similar_ids
from mxtutor.content.record import Record
from mxtutor.content.records import Positive, Text, Texts, decode, texts
from mxtutor.content.variants import RENDERED, Value, check_variants, render_all
from mxtutor.content.yaml_files import read_yaml, text_of
from mxtutor.errors import ContentError, UsageError, reason_of
from mxtutor.syntax import parse

_Trivial = Literal["none", "input", "zeros", "ones", "nan", "constant"]
_NEEDED: dict[Kind, str] = {"code": "entry", "fix": "entry", "choice": "options"}
"""The required key of a kind of exercise, besides title and prompt."""

STUDIED = {
    "output": "With PyTorch's weights, the output in predict mode differs from PyTorch's.",
    "dropout": "In training mode, the Dropout of the net differs from that of PyTorch's net.",
    "training": "In training mode, the output differs from PyTorch's.",
    "gradients": "After a backward pass, the parameters' gradients differ from PyTorch's (None: a frozen parameter).",
    "input_gradient": "After a backward pass, the gradient of the input differs from PyTorch's.",
    "statistics": "After a forward pass in training mode, the running statistics differ from PyTorch's.",
}
"""Default messages for differing observations of `kit.study`; an exercise selects one with `true`."""
WATCHED = {
    "mode": "The net must run in training mode, inside `autograd.record()`:",
    "optimizer": "The steps must be those of the optimizer in the task; yours has other settings:",
}
"""Messages for observations of `kit.passes`; both are judged, exactly, wherever PyTorch's observer returns them."""
REUSED = {
    "hybrid_output": "After `hybridize()`, the net does not give PyTorch's output.",
    "trainer_step": "A Trainer does not change the parameters as PyTorch's optimizer does; `lr_mult`, `wd_mult` and "
    "`grad_req` decide that.",
    "unrecorded_output": "In training mode outside of `record()`, the output differs from PyTorch's.",
    "unsaved": "`save_parameters` does not write all Parameters of the net. Left out:",
    "moved_output": "After `reset_ctx` to another device, the net does not give PyTorch's output for data there.",
    "constant_weights": "After `initialize()` these weights hold one number only; PyTorch's start with random numbers:",
    "later_output": "After your function made another net, the first net does not give PyTorch's output.",
}
"""Messages for observations of `kit.study` on further uses of a net; all are judged, unless an exercise writes
`false`."""


GRADIENTS_COUNT = "Inside `autograd.record()`, a backward pass through the result must give PyTorch's gradients, too."
"""Ends the prompt of an exercise with `compare.gradient`."""


class _KnownBy(Record, frozen=True):
    """An entry of `mistakes`, which describes a mistake."""

    name: str = ""
    message: str = ""
    error: Texts = ()
    calls: Texts = ()
    typed: Texts = ()


class _Mark(Record, frozen=True):
    """An entry of `equivalent` in packs of earlier releases."""

    mutant: Text
    reason: Text


class _CaseKeys(Record, frozen=True):
    """The keys of a case that are not parameters."""

    name: str = ""
    hidden: bool = False


class ExerciseFile(Record, frozen=True):
    """`exercise.yaml`; `Exercise` documents the keys."""

    title: Text
    prompt: Text
    kind: Kind = "code"
    entry: str = ""
    entry_aliases: Texts = ()
    params: Mapping[str, str | None] = msgspec.field(default_factory=dict)
    hints: tuple[str, ...] = ()
    cases: tuple[Mapping[str, Any], ...] = ()
    domain: Mapping[str, Any] | tuple[Mapping[str, Any], ...] = ()
    draws: Annotated[int, Meta(ge=1, le=10_000, description="a whole number above 0")] = 2
    steady: Positive = 0.0
    compare: Compare = Compare()
    changes: Mapping[str, tuple[Changed, ...]] = msgspec.field(default_factory=dict)
    tolerance: str = ""
    mistakes: Mapping[str, _KnownBy] = msgspec.field(default_factory=dict)
    options: tuple[Option, ...] = ()
    explain: str = ""
    claim: Claim = "as_claimed"
    truth: str = ""
    trivial: _Trivial | tuple[_Trivial, ...] = ()
    equivalent: Mapping[str, Texts] | tuple[_Mark, ...] = ()
    seconds: Positive = 10.0
    processes: bool = False
    loopback: bool = False
    variants: tuple[Mapping[str, Value], ...] | None = None


def find_exercise(course: Course, exercise_id: str) -> Exercise:
    """Return an exercise of the course by its id.

    Raises:
        UsageError: the course has no such id; the nearest ones are named.
        ContentError: its folder is damaged.
    """
    if exercise_id not in course.exercises:
        raise UsageError(f"There is no exercise {exercise_id!r}.", fix=similar_ids(exercise_id, course))
    return load_exercise(course.folder(exercise_id), exercise_id)


def load_exercise(folder: Path, exercise_id: str, variant: int = 0) -> Exercise:
    """Return the exercise in a folder; `variant` is the number of a prediction's variant, from 0, modulo their number.

    Raises:
        ContentError: `exercise.yaml` is missing, or a key is unknown, missing or of the wrong type.
    """
    path = folder / "exercise.yaml"
    data = _completed(folder, read_yaml(path))
    task = task_hash(folder, data)
    variants = data.get("variants") or ()
    values: Mapping[str, Value] = {}
    if variants:
        check_variants(path, variants)
        values = variants[variant % len(variants)]
        data |= {key: render_all(data[key], values, f"{path}: {key}") for key in RENDERED if key in data}
    file = decode(_spelled_out(data), ExerciseFile, str(path))
    if file.variants is not None and file.kind != "predict":
        raise ContentError(f"{path}: only a predict exercise has variants.")
    if (needed := _NEEDED.get(file.kind)) and not getattr(file, needed):
        why = ", and reference.py defines no function" if needed == "entry" else ""
        raise ContentError(f"{path}: {needed} is missing{why}.")
    if file.kind in ("code", "fix") and not file.cases and not file.domain:
        raise ContentError(f"{path}: cases or domain is missing.")
    return Exercise(
        id=exercise_id,
        kind=file.kind,
        title=file.title,
        prompt=file.prompt.strip() + (f"\n{GRADIENTS_COUNT}" if file.compare.gradient else ""),
        folder=folder,
        variants=len(variants) or 1,
        variant=variant % (len(variants) or 1),
        values=values,
        entry=file.entry,
        entry_aliases=texts(file.entry_aliases),
        params={name: text or "" for name, text in file.params.items()},
        hints=tuple(hint.rstrip() for hint in file.hints),
        cases=tuple(_case(path, number, case, file.params) for number, case in enumerate(file.cases)),
        domain=file.domain if isinstance(file.domain, tuple) else (file.domain,),
        draws=file.draws,
        steady=file.steady,
        compare=file.compare,
        changes=_changes(path, file),
        tolerance=file.tolerance.strip(),
        mistakes=_mistakes(path, file.mistakes),
        options=file.options,
        explain=file.explain.strip(),
        claim=file.claim,
        truth=file.truth,
        trivial=texts(file.trivial),
        equivalent=_equivalent(path, file.equivalent),
        seconds=file.seconds,
        processes=file.processes,
        loopback=file.loopback,
        task_hash=task,
    )


def _changes(path: Path, file: ExerciseFile) -> dict[str, tuple[str, ...]]:
    for name, kinds in file.changes.items():
        if name not in (*file.params, PROGRAM):
            raise ContentError(f"{path}: changes has {name!r}, which is not a parameter.")
        if wrong := [kind for kind in kinds if (kind in STATES) != (name == PROGRAM)]:
            raise ContentError(f"{path}: changes.{name} cannot be {wrong[0]!r}.")
    return dict(file.changes)


def _completed(folder: Path, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data of an exercise with what an author may leave out, as it counts for the task hash.

    The kind follows from the files, the entry is the last function of the reference, the type of the result is `none`
    if the observer returns no `result`, and `study` stands for all of `STUDIED`. The mapping `sources` of earlier
    releases becomes the keys of today.
    """
    data = {**data, "kind": data.get("kind") or _kind(folder, data)}
    if data["kind"] in ("code", "fix") and not data.get("entry"):
        defined = re.findall(r"^(?:def|class) (\w+)", text_of(folder / "reference.py"), re.MULTILINE)
        data["entry"] = defined[-1] if defined else ""
    compare = data.get("compare")
    if isinstance(compare, dict) and isinstance(observe := compare.get("observe"), dict):
        wanted: dict[str, Any] = {}
        for name, item in observe.items():
            short = name == "study" and item is True
            wanted.update({n: observe.get(n, True) for n in STUDIED} if short else {name: item})
        data["compare"] = {**compare, "observe": wanted}
        observer = text_of(folder / "observe_torch.py")
        if not compare.get("type") and observer and not re.search(r"""["']result["']|\bresult=""", observer):
            data["compare"]["type"] = "none"
    if isinstance(sources := data.get("sources"), dict):
        del data["sources"]
        for earlier, key in (("status", "claim"), ("truth", "truth")):
            data.setdefault(key, sources.get(earlier) or None)
    return data


def _kind(folder: Path, data: Mapping[str, Any]) -> Kind:
    """Return the kind of an exercise that does not say it."""
    if (folder / "snippet.py").is_file():
        return "predict"
    if data.get("options"):
        return "choice"
    return "fix" if (folder / "starter.py").is_file() else "code"


def _spelled_out(data: dict[str, Any]) -> dict[str, Any]:
    """Return the data of an exercise with short forms of observations and mistakes expanded."""
    compare = data.get("compare")
    if isinstance(compare, dict) and isinstance(observe := compare.get("observe"), dict):
        exact = {"if_seen": True, "values": "exact"}
        watched = {name: {"says": says, **exact} for name, says in WATCHED.items() if name not in observe}
        wanted = {**watched, **observe, **{name: observe.get(name, True) for name in REUSED}}
        full = {n: _observation(n, item) for n, item in wanted.items() if not (n in REUSED and item is False)}
        data = {**data, "compare": {**compare, "observe": full}}
    if isinstance(mistakes := data.get("mistakes"), dict):
        data = {**data, "mistakes": {code: {} if how is None else how for code, how in mistakes.items()}}
    return data


def _observation(name: str, data: Any) -> Any:
    """Return an entry of `compare.observe` as a mapping; an entry of `kit.study` gets `dtype: exact` if it has none."""
    if name in REUSED:
        return {"says": REUSED[name], "if_seen": True, "values": [1.0e-3, 1.0e-4]} if data is True else data
    data = STUDIED.get(name) if data is True and name in STUDIED else data
    data = {"says": data} if isinstance(data, str) else data
    return {"dtype": "exact", **data} if isinstance(data, dict) and name in STUDIED else data


def _case(path: Path, number: int, data: Mapping[str, Any], params: Mapping[str, Any]) -> Case:
    """Return one case; a parameter with the name `name` or `hidden` has priority over the key."""
    own = {key: data[key] for key in ("name", "hidden") if key in data and key not in params}
    keys = decode(own, _CaseKeys, str(path), f"cases[{number}]")
    return Case({key: spec for key, spec in data.items() if key not in own}, keys.name, keys.hidden)


def _mistakes(path: Path, described: Mapping[str, _KnownBy]) -> tuple[Mistake, ...]:
    """Return the mistakes in `wrong_*.py` (name and message are in the docstring) and under the key `mistakes`."""
    files = sorted(path.parent.glob("wrong_*.py"))
    found = {wrong.stem.removeprefix("wrong_").replace("_", "-"): wrong for wrong in files}
    mistakes = []
    for code in [*found, *(c for c in described if c not in found)]:
        how = described.get(code, _KnownBy())
        name, message = wrong_texts(found[code]) if code in found else ("", "")
        name, message = how.name.strip() or name, how.message.strip() or message
        if not message:
            raise ContentError(f"{path}: mistakes.{code}: message is missing.")
        error, calls, typed = texts(how.error), texts(how.calls), texts(how.typed)
        mistakes.append(Mistake(code, message, error, calls, found.get(code), name, typed))
    return tuple(mistakes)


def wrong_texts(path: Path) -> tuple[str, str]:
    """Return name and message of a `wrong_<mistake>.py`: the first line and the next paragraph of its docstring.

    Raises:
        ContentError: the file cannot be read, does not parse or lacks the paragraph.
    """
    try:
        text = ast.get_docstring(parse(path.read_text(encoding="utf-8"))) or ""
    except OSError as error:
        raise ContentError(f"{path} cannot be read: {reason_of(error)}.") from error
    except (SyntaxError, ValueError) as error:  # not UTF-8, or contains NUL
        raise ContentError(f"{path} does not parse: {error}.") from error
    name, _, message = text.partition("\n\n")
    if not message.strip():
        raise ContentError(f"{path}: its docstring needs a first line (the mistake) and a paragraph (what to do).")
    return " ".join(name.split()), " ".join(message.split())


def _equivalent(path: Path, marks: Mapping[str, Texts] | Sequence[_Mark]) -> dict[str, str]:
    """Return the reason of each mark of an equivalent mutant, both on one line each.

    Raises:
        ContentError: a mutant is marked twice.
    """
    if isinstance(marks, Mapping):
        pairs = [(name, reason) for reason, names in marks.items() for name in texts(names)]
    else:
        pairs = [(mark.mutant, mark.reason) for mark in marks]
    found: dict[str, str] = {}
    for mutant, reason in pairs:
        name = " ".join(mutant.split())
        if name in found:
            raise ContentError(f"{path}: equivalent marks {name!r} twice.")
        found[name] = " ".join(reason.split())
    return found


HASHED = ("kind", "prompt", "entry", "params", "cases", "domain", "draws", "compare", "variants")
"""Keys of `exercise.yaml` that the task hash covers; of `options`, the texts and which one is right."""
FILES = (
    "reference.py",
    "run_reference.py",
    "starter.py",
    "snippet.py",
    "observe_mxnet.py",
    "observe_torch.py",
    "verify_mxnet.py",
)
"""Other files that the task hash covers."""
DIGITS = 16
"""Length of a task hash, in hexadecimal digits."""


def task_hash(folder: Path, data: Mapping[str, Any]) -> str:
    """Return the task hash of the exercise in a folder; `data` are the contents of its `exercise.yaml`.

    It covers the question and the way in which answers are judged, but not title, hints, mistakes and solutions. Only
    keys in `exercise.yaml` count, so that a new key of a later release does not change other exercises. White space at
    the ends of lines and around texts does not count.
    """
    parts: list[Any] = [[key, data[key]] for key in HASHED if data.get(key) is not None]
    options = data.get("options")
    if isinstance(options, list):
        parts.append(["options", [[o.get("text"), o.get("right")] if isinstance(o, dict) else o for o in options]])
    for name in FILES:
        try:
            parts.append([name, (folder / name).read_bytes().decode("utf-8", "replace")])
        except OSError:
            continue  # exercises of this kind have no such file
    text = json.dumps(_plain(parts), ensure_ascii=True, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def _plain(data: Any) -> Any:
    """Return data with texts without white space at the ends of lines, and with strings as keys."""
    if isinstance(data, str):
        return "\n".join(line.rstrip() for line in data.strip().splitlines())
    if isinstance(data, (list, tuple)):
        return [_plain(item) for item in data]
    if isinstance(data, Mapping):
        return {str(key): _plain(item) for key, item in data.items()}
    return data
