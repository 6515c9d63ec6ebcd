"""Decodes the result of an answer's process. No byte is trusted: malformed data is a crash and never a pass."""

from __future__ import annotations

import signal
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

import numpy as np

from mxtutor.grading import wire
from mxtutor.grading.protocol import ErrorDetail, Verdict
from mxtutor.grading.results.values import Array, Change, Outcome, Value, parse
from mxtutor.grading.wire import WireError
from mxtutor.grading.workers.job import EndedJob

MOST = 10**9
"""Largest valid count."""
MOST_LINES = 500
MOST_NAMES = 100


@dataclass(frozen=True, slots=True)
class LineCount:
    """Counts of MXNet's work for one line of an answer, in one call of its entry."""

    line: int
    operators: int = 0
    to_numpy: int = 0
    """Number of copies of arrays to NumPy."""
    from_numpy: int = 0
    waits: int = 0
    """Number of waits for results; each copy to NumPy waits."""
    elements: int = 0
    """Number of elements in the copies to NumPy."""


@dataclass(frozen=True, slots=True)
class Counts:
    """Counts of MXNet's work for an answer, in one call of its entry."""

    lines: tuple[LineCount, ...] = ()
    heads: tuple[int, ...] = ()
    """Lines of backward passes whose head gradient has another number of elements than the output."""
    written: tuple[str, ...] = ()
    """Arguments whose contents the call changed."""

    @property
    def operators(self) -> int:
        """Number of operator calls; a call of a hybridized Block is one."""
        return sum(line.operators for line in self.lines)

    @property
    def copies(self) -> int:
        """Number of copies of arrays to NumPy and from it."""
        return sum(line.to_numpy + line.from_numpy for line in self.lines)

    @property
    def waits(self) -> int:
        return sum(line.waits for line in self.lines)


def parse_counts(tree: Any) -> Counts:
    """Return the counts that an answer's process reports.

    Raises:
        WireError: the data has another form, or a number is out of range.
    """
    if not isinstance(tree, Mapping):
        raise WireError("counts that are not a mapping")
    lines, heads, written = (_list(tree.get(key)) for key in ("lines", "heads", "written"))
    if not all(isinstance(name, str) and len(name) < MOST_NAMES for name in written):
        raise WireError("names that are not texts")
    return Counts(tuple(map(_line, lines)), tuple(map(_number, heads)), tuple(written))


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list) or len(value) > MOST_LINES:
        raise WireError("counts that are not short lists")
    return value


def _line(row: Any) -> LineCount:
    if not isinstance(row, list) or len(row) != 6:
        raise WireError("a line without its counts")
    return LineCount(*map(_number, row))


def _number(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= MOST:
        raise WireError("a count out of its limits")
    return value


class FailureReason(str, Enum):
    """Why an answer's process ended without a result."""

    CPU = "cpu"
    """It exceeded its time limit in its own time, independent of the machine."""
    WALL = "wall"
    """It took much longer than its own time, because the machine is very busy or it waited for a disk."""
    MEMORY = "memory"
    OUTPUT = "output"
    RESULT = "result"
    """Its result is too large."""
    SIGNAL = "signal"
    EXIT = "exit"
    """Its process exited."""
    UNREADABLE = "unreadable"
    TOO_LARGE_TO_VERIFY = "too-large-to-verify"
    CANCELLED = "cancelled"
    NOT_STARTED = "not-started"
    LOST = "lost"
    """Its supervisor was lost."""
    MACHINE = "machine"
    """Another process or the kernel killed it."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a job has no result; `headline` and `fix` are shown, the other fields are for code."""

    verdict: Verdict
    reason: FailureReason
    headline: str
    fix: str = ""
    code: int = 0
    """Signal number or exit status, if the reason has one."""


@dataclass(frozen=True, slots=True)
class Result:
    """The decoded result of a job."""

    cases: tuple[Outcome | ErrorDetail, ...] = ()
    later: Outcome | ErrorDetail | None = None
    """The outcome of the case that ran once more at the end; None without one, and after an error."""
    gradients: tuple[Outcome | ErrorDetail, ...] = ()
    """The gradients of the arguments in calls inside of a recording, by name."""
    error: ErrorDetail | None = None
    """The error that prevented the call of the entry."""
    value: Value | None = None
    """The value of a snippet or of a `predict` exercise."""
    shown: str = ""
    seconds: float = 0.0
    """Seconds that the job took inside its process."""
    tampered: tuple[str, ...] = ()
    """Functions of the grader or of MXNet that the answer replaced."""
    counts: Counts | None = None
    """Counts of MXNet's work, if the job counts it."""
    failure: Failure | None = None
    """Why there is no readable result; None if the process ended by itself with a readable frame."""
    output: str = ""
    """Output of the job."""
    elapsed: float = 0.0
    """Seconds since the job was sent."""

    @property
    def raised(self) -> ErrorDetail | None:
        """The exception that ended the job: of the module, or of the last case; None without one."""
        return self.error or next((case for case in self.cases if isinstance(case, ErrorDetail)), None)


MAX_STUDIES = 16
"""Maximum number of studies of one case."""


def read(end: EndedJob, nonce: str, expected_cases: int) -> Result:
    return replace(_read(end, nonce, expected_cases), output=end.output, elapsed=end.seconds)


def _read(end: EndedJob, nonce: str, expected_cases: int) -> Result:
    if (failure := _failure(end)) is not None:
        return Result(failure=failure)
    try:
        tree = wire.unpack(end.frame or b"")
        if not isinstance(tree, dict) or tree.get("nonce") != nonce:
            raise wire.WireError("not the frame of this job")
        return _result(tree, expected_cases)
    except wire.WireError as error:
        headline = f"The answer's process ended without a readable result ({error})."
        return Result(failure=Failure(Verdict.CRASH, FailureReason.UNREADABLE, headline))


_EARLY = ("exit", "signal", "cpu", "wall", "overdue")
"""Ends that are errors of the grader if the answer had not started."""


def interrupted(end: EndedJob) -> bool:
    """Return whether a job ended for a reason outside the answer: its processes were killed or did not start it."""
    if end.frame is not None:
        return False
    killed = end.ended == "signal" and end.code == signal.SIGKILL
    return end.ended == "lost" or killed or (not end.begun and end.ended in _EARLY)


_ENDS = {
    "wall": (Verdict.TIMEOUT, FailureReason.WALL, "The answer ran out of time and was stopped."),
    "overdue": (Verdict.TIMEOUT, FailureReason.WALL, "The answer ran out of time and was stopped."),
    "cpu": (Verdict.TIMEOUT, FailureReason.CPU, "The answer ran out of time and was stopped."),
    "memory": (Verdict.CRASH, FailureReason.MEMORY, "The answer took more than 2 GiB of memory and was stopped."),
    "output": (Verdict.CRASH, FailureReason.OUTPUT, "The answer printed more than 32 MiB and was stopped."),
    "result": (Verdict.CRASH, FailureReason.RESULT, "The answer returned more than 64 MiB."),
}


def _failure(end: EndedJob) -> Failure | None:
    """Return why a job has no frame; None if it has one, unless it was cancelled."""
    if end.ended == "cancelled":
        headline, fix = "The check was cancelled.", "Check again when you like."
        return Failure(Verdict.BROKEN, FailureReason.CANCELLED, headline, fix)
    if end.frame is None and not end.begun and end.ended in ("lost", *_EARLY):
        headline, fix = "The answer could not be started.", "Check again; `mxtutor doctor` looks for the cause."
        return Failure(Verdict.BROKEN, FailureReason.NOT_STARTED, headline, fix)
    if end.ended == "lost":
        headline = "The process that watches the answer was lost."
        return Failure(Verdict.BROKEN, FailureReason.LOST, headline, "Check again.")
    if end.frame is not None:
        return None
    if end.ended in _ENDS:
        verdict, reason, headline = _ENDS[end.ended]
        fix = "Look for a loop or a wait that never ends." if verdict is Verdict.TIMEOUT else ""
        return Failure(verdict, reason, headline, fix)
    if end.ended == "signal":
        try:
            name = signal.Signals(end.code).name
        except ValueError:
            name = f"signal {end.code}"
        headline = f"The answer's process was killed by {name}."
        return Failure(Verdict.CRASH, FailureReason.SIGNAL, headline, _SIGNALS.get(name, ""), end.code)
    headline = f"The answer ended its own process (exit status {end.code})."
    return Failure(Verdict.CRASH, FailureReason.EXIT, headline, "Leave out exit calls.", end.code)


_SIGNALS = {
    "SIGSEGV": (  # also for an abort in a pid namespace, whose first process gets no SIGABRT
        "An operator read or wrote outside an array, or a library gave up: look at indices, shapes and what it printed."
    ),
    "SIGFPE": "An integer was divided by zero.",
    "SIGABRT": "A library gave up: look at what it printed.",
    "SIGKILL": "It hit a limit of memory or time.",
    "SIGXFSZ": "It wrote a file of more than 32 MiB.",
}


def _result(tree: Mapping[str, Any], expected_cases: int) -> Result:
    seconds = tree.get("seconds", 0.0)
    if (
        type(seconds) not in (int, float) or not -1e9 < seconds < 1e9
    ):  # also refuses NaN and integers outside of the range of floats
        raise wire.WireError("no duration")
    listed = tree.get("tampered", [])
    if not isinstance(listed, list):
        raise wire.WireError("replaced functions that are not a list")
    tampered = tuple(_text(name, 100) for name in listed[:20])
    if "error" in tree:
        return Result(error=_error(tree["error"]), seconds=seconds, tampered=tampered)
    if "counts" in tree and not expected_cases:
        return Result(seconds=seconds, tampered=tampered, counts=parse_counts(tree["counts"]))
    if "values" in tree:
        if expected_cases:  # an answer must not avoid its cases
            raise wire.WireError("a value in place of cases")
        return Result(value=parse(tree["values"]), shown=_text(tree.get("shown", ""), 8000), seconds=seconds)
    listed = tree.get("cases")
    if not isinstance(listed, list):
        raise wire.WireError("no cases")
    cases = tuple(_case(c) for c in listed)
    stopped = bool(cases) and isinstance(cases[-1], ErrorDetail)
    if len(cases) != expected_cases and not (stopped and len(cases) < expected_cases):
        raise wire.WireError("another number of cases")
    if any(isinstance(c, ErrorDetail) for c in cases[:-1]):
        raise wire.WireError("cases after an error")
    return Result(cases=cases, seconds=seconds, tampered=tampered)


_REPEATS = ("again", "reseeded", "refilled", "other", "many")
"""Fields of an `Outcome` with results of further calls."""


def _case(tree: Any) -> Outcome | ErrorDetail:
    if not isinstance(tree, dict):
        raise wire.WireError("a case that is not a mapping")
    if "error" in tree:
        return _error(tree["error"])
    alias = tree.get("alias")
    if alias is not None and not (isinstance(alias, list) and all(isinstance(a, str) for a in alias)):
        raise wire.WireError("an alias list of another kind")
    return Outcome(
        value=parse(tree.get("value")),
        inputs=_arrays(tree.get("inputs", {})),
        alias=None if alias is None else tuple(alias),
        **{name: parse(tree[name]) for name in _REPEATS if name in tree},
        observed=_observed(tree.get("observed", {})),
        facts=parse(tree["facts"]) if "facts" in tree else None,
        studies=_studies(tree.get("studies", [])),
        changes=_changes(tree.get("changes", [])),
    )


def _changes(tree: Any) -> tuple[Change, ...]:
    if not isinstance(tree, list) or not all(isinstance(one, dict) for one in tree):
        raise wire.WireError("changes that are not a list of mappings")
    names = ("kind", "argument", "place", "says")
    return tuple(Change(**{name: _printable(one.get(name, "")) for name in names}) for one in tree[:100])


def _printable(value: Any) -> str:
    return "".join(c if c.isprintable() else "?" for c in _text(value, 200))


def _observed(tree: Any) -> dict[str, Value]:
    if not isinstance(tree, dict) or len(tree) > 100:
        raise wire.WireError("observations that are not a mapping")
    return {str(name)[:80]: parse(value) for name, value in tree.items()}


def _studies(tree: Any) -> tuple[Mapping[str, Any], ...]:
    """Return traces whose every part has the type that a replay expects; their contents are still untrusted."""
    if not isinstance(tree, list) or len(tree) > MAX_STUDIES or not all(isinstance(s, dict) for s in tree):
        raise wire.WireError("studies that are not a list of mappings")
    return tuple({"reason": _text(s["reason"], 400)} if "reason" in s else _study(s) for s in tree)


def _study(tree: Mapping[str, Any]) -> dict[str, Any]:
    names = tree.get("names")
    if not isinstance(names, dict) or not all(isinstance(v, str) for v in names.values()):
        raise wire.WireError("a study without names")
    graphs = {key: tree.get(key) for key in ("predict", "train")}
    if not all(isinstance(g, np.ndarray) and g.dtype == np.uint8 and g.ndim == 1 for g in graphs.values()):
        raise wire.WireError("a study without graphs")
    listed = {key: tree.get(key) for key in ("inputs", "parameters", "running")}
    if not all(isinstance(v, list) and all(n is None or isinstance(n, str) for n in v) for v in listed.values()):
        raise wire.WireError("a study without lists of names")
    heads = tree.get("heads")
    if not isinstance(heads, list) or not all(isinstance(h, np.ndarray) for h in heads):
        raise wire.WireError("a study without gradients of its output")
    return {
        "names": names,
        **graphs,
        **listed,
        "heads": heads,
        "leaves": _arrays(tree.get("leaves", {})),
        "np": tree.get("np") is True,
    }


def _arrays(tree: Any) -> dict[str, Array]:
    if not isinstance(tree, dict) or not all(isinstance(v, np.ndarray) for v in tree.values()):
        raise wire.WireError("arguments that are not arrays")
    return dict(tree)


def _error(tree: Any) -> ErrorDetail:
    if not isinstance(tree, dict):
        raise wire.WireError("an error that is not a mapping")
    line, frames = tree.get("line"), tree.get("frames", [])
    if not isinstance(frames, list) or not (line is None or type(line) is int):
        raise wire.WireError("an error without its place")
    return ErrorDetail(
        type=_text(tree.get("type", ""), 200),
        text=_text(tree.get("text", ""), 4000),
        line=line,
        frames=tuple(_text(f, 400) for f in frames[:20]),
        full=_text(tree.get("full", ""), 20_000),
        sandbox=" ".join(_text(tree.get("sandbox", ""), 1000).split()),
    )


def _text(value: Any, limit: int) -> str:
    if not isinstance(value, str):
        raise wire.WireError("text expected")
    return value[:limit].encode("utf-8", "replace").decode()  # lone surrogates cannot be printed
