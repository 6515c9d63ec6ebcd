"""Asks the confined process about the learner's code: what it is, how examples call it, which inputs run.

That process is not trusted: the form of its answers is checked here.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import msgspec
import numpy as np
from msgspec import UNSET, Meta, UnsetType

from mxtutor.conversion import convert
from mxtutor.errors import BrokenError, UsageError
from mxtutor.grading.messages import AnswerJob, CaseInputs, JobLimits, Probe
from mxtutor.grading.protocol import ErrorDetail, Verdict
from mxtutor.grading.results.decode import Result
from mxtutor.grading.results.execute import execute
from mxtutor.grading.wire import WireError
from mxtutor.grading.workers.job import RunningJobs
from mxtutor.grading.workers.worker import Worker
from mxtutor.own_code.cutting import Cut, Missing, cut_out, loaded_cut
from mxtutor.own_code.sources import Original, example_blocks
from mxtutor.reporting.sanitize import clean_line

PARTS = ("init", "call")
"""The parameters of the learner's code: of the constructor, and of what is called."""
SECONDS = 30.0
"""Time limit of one question; importing the module is a part of it."""
_OBSERVER = """\
import json
import numpy as onp

PLAN = json.loads({plan!r})


def observe(entry, case, kit):
    seen = json.dumps(kit.probe(entry, PLAN))
    return {{"facts": None, "answer": onp.frombuffer(seen.encode(), onp.uint8)}}
"""


Facts = Mapping[str, Any]
"""An answer of the confined process."""


@dataclass(slots=True)
class Prepared:
    """The learner's code, ready to run in the sandbox, in a worker for unchecked references."""

    original: Original
    cut: Cut
    """What was cut out with it."""
    source: str
    """Source of the module that loads it."""
    worker: Worker
    running: RunningJobs | None = None
    facts: Facts = field(default_factory=dict)
    """Its description: how it is called."""

    @property
    def defaults(self) -> dict[str, dict[str, Any]]:
        """The plain defaults of the parameters of `init` and `call`, by name."""
        return {part: {p["name"]: p["default"] for p in self.facts[part] if "default" in p} for part in PARTS}

    def ask(self, task: str, **details: Any) -> Facts:
        """Return the answer to a question of `grading/answer/own_probe.py`.

        Raises:
            UsageError: the code ended its process, reached a limit, or is too large for a message.
            BrokenError: torch cannot be used here.
        """
        called = {key: self.facts[key] for key in ("kind", "method", *PARTS) if key in self.facts}
        plan = {"task": task, **called, **details}
        job = AnswerJob(
            source=self.source.encode(),
            entries=(self.original.owner,),
            observer=_OBSERVER.format(plan=json.dumps(plan)),
            cases=(CaseInputs({}, {}),),
            probe=Probe(),
        )
        name = self.original.name
        try:
            result = execute(self.worker, job, JobLimits(SECONDS), cases=1, running=self.running)
        except WireError as error:
            fix = "Group the parameters in an object or a list, or try a smaller function."
            raise UsageError(f"{name} has too many parameters or too large code to be tried.", fix=fix) from error
        if (failure := result.failure) is None:
            facts, why = _facts(result, plan)
        elif failure.verdict is Verdict.BROKEN:
            raise BrokenError(failure.headline, fix=failure.fix)
        else:
            facts, why = None, failure.headline.replace("The answer's", "Its").replace("The answer", "It")
        if facts is None:
            raise UsageError(f"{name} cannot be run: {_short(why)}", fix=advice(why, self.cut.missing))
        return facts


def prepare(worker: Worker, running: RunningJobs | None, original: Original) -> Prepared:
    """Return the learner's code, copied from its project and tried in the sandbox, with its description.

    Raises:
        UsageError: it does not run, or it is not something that can be called.
        BrokenError: torch cannot be used here.
    """
    examples = "\n".join(example_blocks(original))
    classes = [node.name for node in original.tree.body if isinstance(node, ast.ClassDef)]
    cut = cut_out(original, also=[name for name in classes if re.search(rf"\b{name}\(", examples)])
    found = Prepared(original, cut, loaded_cut(original, cut), worker, running)
    found.facts = found.ask("describe", method=original.method)
    if reason := found.facts.get("refused"):
        names = found.facts.get("names") or []
        fix = f"Write {original.path.name}:{original.owner}.{names[0]}." if names else ""
        raise UsageError(f"{original.name} cannot be tried: {reason}.", fix=fix)
    return found


def _facts(result: Result, plan: Mapping[str, Any]) -> tuple[Facts | None, str]:
    case, error = result.cases[0] if result.cases else None, result.raised
    if error is not None or case is None or isinstance(case, ErrorDetail):
        return None, error.summary if error is not None else "it gave no result."
    value = case.observed.get("answer")
    data = value.array if value is not None else None
    try:
        facts = json.loads(bytes(np.asarray(data, np.uint8)))
    except (ValueError, TypeError, RecursionError):  # the process is not trusted
        return None, "its process sent something unreadable."
    return (facts, "") if fits(plan, facts) else (None, "its process sent something unreadable.")


def _short(why: str) -> str:
    line = clean_line(why.strip().splitlines()[0])[:300] if why.strip() else "no reason is known."
    return line if line.endswith(".") else f"{line}."


def advice(why: str, missing: Sequence[Missing]) -> str:
    """Return what to do if a missing package or the sandbox stops the learner's code; empty for other reasons."""
    if missing and re.search(r"No module named|name '\w+' is not defined", why):
        likely = min(missing, key=lambda one: f"'{one.package}" not in why)
        return (
            f"{likely.where} imports {likely.package}, which is not installed: install it beside mxtutor, "
            "or move the function to a file without it."
        )
    return next((text for pattern, text in _ADVICE if re.search(pattern, why)), "")


_ADVICE = (
    ("CUDA|cuda|NVIDIA", "It asks for a GPU, and the sandbox has the CPU: take the device as a parameter."),
    (
        r"Errno 1\] Operation not permitted(?!: ')|BlockingIOError|can't start new process",
        "It starts a process, which the sandbox forbids: a DataLoader needs num_workers=0.",
    ),
    (
        "FileNotFoundError|No such file|PermissionError|Read-only file system",
        "It uses a file, and the sandbox has only the project's modules: pass the file's contents as an argument.",
    ),
    (
        "Network is unreachable|URLError|socket|Name or service not known|Temporary failure in name",
        "It uses the network, which the sandbox does not have: pass the data as an argument.",
    ),
    ("out of time|processor time", 'Put work at the top of the module below `if __name__ == "__main__":`.'),
)
"""Patterns of errors that come from the sandbox, each with what to do."""


# The form of the answers

_DEEPEST = 40
"""Maximum number of levels of lists and mappings."""

_Text = Annotated[str, Meta(max_length=100_000)]
_Name = Annotated[str, Meta(min_length=1, max_length=1000)]
_Size = Annotated[int, Meta(ge=0)]
_Plain = bool | int | float | str | None
_List = list[_Plain | list[_Plain | list[_Plain | list[_Plain]]]]


class _Form(msgspec.Struct, frozen=True):
    """A spec that is not a plain value: it has one of the forms of docs/authoring.md. The loader checks the values."""

    shape: Annotated[tuple[_Size, ...], Meta(max_length=16)] | UnsetType = UNSET
    dtype: str = ""
    low: float | UnsetType = UNSET
    high: float | UnsetType = UNSET
    values: int | float | bool | _List | UnsetType = UNSET
    items: tuple[_Spec, ...] | UnsetType = UNSET
    entries: dict[str, _Spec] | UnsetType = UNSET
    parts: tuple[_Spec, ...] | UnsetType = msgspec.field(default=UNSET, name="tuple")
    record: str | UnsetType = UNSET
    fields: dict[str, Any] = {}

    def __post_init__(self) -> None:
        forms = (self.shape, self.values, self.items, self.entries, self.parts, self.record)
        if all(form is UNSET for form in forms) or (self.low is UNSET) != (self.high is UNSET):
            raise ValueError("it is not a spec")


_Spec = _Plain | _List | _Form
_Specs = dict[str, _Spec]
"""Specs by parameter."""


class _Parameter(msgspec.Struct, frozen=True):
    name: _Name
    kind: Literal["positional_only", "positional_or_keyword", "var_positional", "keyword_only", "var_keyword"]
    annotation: _Text = ""
    optional: bool = False
    default: _Spec = None


class _Refused(msgspec.Struct, frozen=True):
    refused: _Text
    names: tuple[_Name, ...] = ()


class _Description(msgspec.Struct, frozen=True):
    kind: Literal["function", "static", "object", "module"]
    method: _Text
    init: tuple[_Parameter, ...]
    call: tuple[_Parameter, ...]
    doc: _Text = ""


class _Inputs(msgspec.Struct, frozen=True):
    call: _Specs
    init: _Specs


class _Examples(msgspec.Struct, frozen=True):
    calls: tuple[_Inputs, ...]


class _NothingRuns(msgspec.Struct, frozen=True):
    errors: tuple[_Text, ...]


class _Studies(msgspec.Struct, frozen=True):
    cases: list[dict[str, Any]]


class _Failed(msgspec.Struct, frozen=True):
    ok: bool
    error: _Text
    odd: tuple[_Text, ...] = ()
    """What in the result cannot be compared."""


class _Study(msgspec.Struct, frozen=True):
    ok: bool
    structure: _Text
    shapes: tuple[tuple[_Size, ...], ...]
    dtypes: tuple[_Text, ...]
    seconds: Annotated[float, Meta(ge=0, le=1e4)]
    random: bool
    steady: bool
    """Whether the draws of a random result have a steady spread."""
    changed: bool
    finite: bool
    constant: _Text
    """Fingerprint of a result that does not depend on the numbers in the arguments; else empty."""
    gradients: bool
    usual: bool
    """Whether ports can be compared on it: no slice is empty, and rounding changes little."""
    lines: tuple[tuple[_Size, _Size], ...]
    """Places of the learner's code that ran: the line, from 0 at its first one, and the column."""


class _ModuleStudy(_Study, frozen=True):
    state: _Specs
    buffers: tuple[_Name, ...]
    training: Literal["slopes", "random", ""]
    mode: bool


def fits(plan: Mapping[str, Any], facts: object) -> bool:
    """Return whether facts are an answer to the question `plan` of `grading/answer/own_probe.py`."""
    if not isinstance(facts, dict):
        return False
    try:
        if plan["task"] == "describe":
            convert(facts, _Refused if facts.get("refused") else _Description)
        elif plan["task"] == "examples":
            convert(facts, _Examples)
        elif plan["task"] == "search":
            convert(facts, _Inputs if "call" in facts else _NothingRuns)
        else:
            study = _ModuleStudy if plan["kind"] == "module" else _Study
            cases = convert(facts, _Studies).cases
            for one in cases:
                convert(one, study if one.get("ok") is True else _Failed)
            if len(cases) != len(plan["cases"]):
                return False
        return _depth(facts) <= _DEEPEST
    except (msgspec.ValidationError, RecursionError):
        return False


def _depth(value: Any) -> int:
    """Return the number of levels of lists and mappings."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return max(map(_depth, inside), default=0) + 1
