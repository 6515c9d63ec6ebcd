"""Messages between the trusted side and a worker's processes, as typed records.

Control messages (the start of a worker, a request, the end of a child) are JSON; a job is a frame of `wire`. Only the
functions here know these formats. The answer's side imports this module too, so it contains no expected results.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, NamedTuple

import numpy as np

from mxtutor.grading import wire
from mxtutor.grading.recipes import Recipe

FREE = b"free"
"""What a supervisor sends to its worker when its last job is over and another one may come."""

HowEnded = Literal["exit", "signal", "wall", "memory", "cpu", "cancelled"]
"""How a supervisor's child ended."""


@dataclass(frozen=True, slots=True)
class JobLimits:
    """The limits of a job; a request to a worker consists of them and the descriptors of the job."""

    seconds: float
    """Limit of its own time (`answer/supervisor.py`): processor time, and time in which all its threads sleep."""
    processes: bool = False
    """It may fork (worker processes of a DataLoader)."""
    loopback: bool = False
    """Its processes may communicate over 127.0.0.1 (a parameter server)."""


def wall_clock(seconds: float) -> float:
    """Return the elapsed seconds after which a job with this limit of its own time is ended in any case."""
    return max(60.0, 10 * seconds)


@dataclass(frozen=True, slots=True)
class Ready:
    """A worker has imported its framework."""

    isolation: tuple[str, ...] = ()
    """Layers that confine its jobs."""
    missing: tuple[str, ...] = ()
    """Layers that this machine lacks and that can be added."""
    safe_for_untrusted: bool = False
    """Whether untrusted answers may run here."""
    cuda: bool = False
    """Whether the framework was built for GPUs."""


@dataclass(frozen=True, slots=True)
class StartFailure:
    """A worker cannot use its framework."""

    error: str
    fix: str = "Run `mxtutor doctor`."


@dataclass(frozen=True, slots=True)
class ChildEnd:
    """How a supervisor's child ended, as the supervisor writes it."""

    ended: HowEnded
    code: int = 0
    """Exit status or signal number of the child."""


class Probe(NamedTuple):
    """What a child does with an entry besides one call per case."""

    inputs: bool = False
    """Return the arguments after the call."""
    alias: bool = False
    """Find the arguments that share memory with the result."""
    repeat: bool = False
    """Call again, as for a random function; needs `seeds`."""
    seeds: Sequence[int] = ()
    """Seeds of the first call and of another one; empty: no seed is set."""
    refill: bool = False
    """Call also with other contents of the array arguments."""


class CaseInputs(NamedTuple):
    """Recipes of the arguments and of the other data of a case."""

    inputs: Mapping[str, Recipe]
    extra: Mapping[str, Recipe]


class Evidence(NamedTuple):
    """A case to verify: its inputs, with the facts and traces from the answer's process."""

    case: CaseInputs
    facts: Any
    studies: tuple[Mapping[str, Any], ...]


class Backward(NamedTuple):
    """A call through which a caller trains: the gradients of some of its arguments are the result."""

    case: CaseInputs
    names: tuple[str, ...]
    """The arguments whose gradients count: arrays of floats."""


@dataclass(frozen=True, slots=True)
class AnswerJob:
    """Runs an answer on cases."""

    source: bytes
    entries: tuple[str, ...]
    """Names that the answer may give its function, the usual one first."""
    observer: str
    """Source of the observer; empty without one."""
    cases: tuple[CaseInputs, ...]
    probe: Probe
    later: int | None = None
    """The case that runs once more at the end, after what the entry returned for it was overwritten."""
    backward: tuple[Backward, ...] = ()
    """Calls after all cases; each gives the gradients of its arguments."""


@dataclass(frozen=True, slots=True)
class CountJob:
    """Runs a right answer on one case and counts what MXNet does for each of its lines."""

    source: bytes
    entries: tuple[str, ...]
    observer: str
    cases: tuple[CaseInputs, ...]


@dataclass(frozen=True, slots=True)
class CodeJob:
    """Runs code without cases."""

    source: bytes
    value: Literal["last", "result"]
    """The value to return: that of the last expression (a snippet), or of the variable `result`."""


@dataclass(frozen=True, slots=True)
class VerifyJob:
    """Recomputes observations in a process that never ran the answer."""

    verifier: str
    """Source of the verifier; empty without one."""
    cases: tuple[Evidence, ...]


Job = AnswerJob | CountJob | CodeJob | VerifyJob
_KINDS: dict[str, type[Job]] = {"answer": AnswerJob, "count": CountJob, "code": CodeJob, "verify": VerifyJob}


def encode(message: JobLimits | Ready | StartFailure | ChildEnd) -> bytes:
    """Return a control message as one line."""
    return json.dumps(asdict(message)).encode() + b"\n"


def decode_request(data: bytes) -> JobLimits:
    return JobLimits(**json.loads(data))


def decode_start(data: bytes) -> Ready | StartFailure:
    """Return the record of a worker's first message."""
    tree = json.loads(data)
    if "error" in tree:
        return StartFailure(**tree)
    return Ready(**{**tree, "isolation": tuple(tree["isolation"]), "missing": tuple(tree["missing"])})


def decode_end(line: bytes) -> ChildEnd:
    return ChildEnd(**json.loads(line))


def encode_job(job: Job, nonce: str) -> bytes:
    """Return the frame of a job; its result repeats the nonce.

    Raises:
        WireError: the job is larger than a frame.
    """
    kind = next(kind for kind, record in _KINDS.items() if type(job) is record)
    fields = {name: getattr(job, name) for name in job.__slots__}
    if not isinstance(job, VerifyJob):
        fields["source"] = np.frombuffer(job.source, np.uint8)  # a frame limits text, but not arrays, to 256 KiB
    return wire.pack({"kind": kind, "nonce": nonce, **fields})


def decode_job(frame: bytes) -> tuple[Job, str]:
    """Return the job in a frame of `encode_job`, and its nonce."""
    tree = wire.unpack(frame)
    kind, nonce = tree.pop("kind"), tree.pop("nonce")
    if kind == "verify":
        cases = tuple(Evidence(CaseInputs(*case), facts, tuple(studies)) for case, facts, studies in tree["cases"])
        return VerifyJob(tree["verifier"], cases), nonce
    tree["source"] = tree["source"].tobytes()
    if kind in ("answer", "count"):
        tree |= {"entries": tuple(tree["entries"]), "cases": tuple(CaseInputs(*one) for one in tree["cases"])}
    if kind == "answer":
        tree["probe"] = Probe(*tree["probe"])
        tree["backward"] = tuple(Backward(CaseInputs(*case), tuple(names)) for case, names in tree["backward"])
    return _KINDS[kind](**tree), nonce
