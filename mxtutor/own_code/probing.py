"""Asks the confined process about own code: what it is, how examples call it, which inputs run."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mxtutor.errors import BrokenError, UsageError
from mxtutor.grading.messages import AnswerJob, CaseInputs, JobLimits, Probe
from mxtutor.grading.protocol import ErrorDetail, Verdict
from mxtutor.grading.results.decode import Result
from mxtutor.grading.results.execute import execute
from mxtutor.grading.wire import WireError
from mxtutor.grading.workers.job import RunningJobs
from mxtutor.grading.workers.worker import Worker
from mxtutor.own_code.cutting import Missing, cut_out, loaded_cut
from mxtutor.own_code.facts import Facts, fits
from mxtutor.own_code.sources import Original
from mxtutor.reporting.sanitize import clean_line

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


@dataclass(slots=True)
class Prepared:
    """Own code that runs in the sandbox."""

    original: Original
    source: str
    """The module that makes it ready."""
    text: str = ""
    """All that was cut out with it: what the names of parameters mean may be said there."""
    missing: list[Missing] = field(default_factory=list)
    """Packages that the code imports and that are not installed."""


class Prober:
    """Asks questions about own code in a worker for references that nobody has checked."""

    def __init__(self, worker: Worker, running: RunningJobs | None = None) -> None:
        self._worker, self._running = worker, running

    def prepare(self, original: Original) -> tuple[Prepared, Facts]:
        """Return own code that runs, cut out of its project, with its description.

        Raises:
            UsageError: it does not run, or it is not something that can be called.
            BrokenError: torch cannot be used here.
        """
        cut = cut_out(original)
        found = Prepared(original, loaded_cut(original, cut), "\n".join(cut.files.values()), cut.missing)
        facts = self.ask(found, {"task": "describe", "method": original.method})
        if reason := facts.get("refused"):
            names = facts.get("names") or []
            fix = f"Write {original.path.name}:{original.owner}.{names[0]}." if names else ""
            raise UsageError(f"{original.name} cannot be tried: {reason}.", fix=fix)
        return found, facts

    def ask(self, prepared: Prepared, plan: Mapping[str, Any]) -> Facts:
        """Return the answer to a question of `grading/answer/own_probe.py`.

        Raises:
            UsageError: the code ended its process, reached a limit, or is too large to be asked about.
            BrokenError: torch cannot be used here.
        """
        original = prepared.original
        job = AnswerJob(
            source=prepared.source.encode(),
            entries=(original.owner,),
            observer=_OBSERVER.format(plan=json.dumps(plan)),
            cases=(CaseInputs({}, {}),),
            probe=Probe(),
        )
        try:
            result = execute(self._worker, job, JobLimits(SECONDS), cases=1, running=self._running)
        except WireError as error:
            fix = "Group the parameters in an object or a list, or try a smaller function."
            raise UsageError(
                f"{original.name} has too many parameters or too large code to be tried.", fix=fix
            ) from error
        if (failure := result.failure) is None:
            facts, why = _facts(result, plan)
        elif failure.verdict is Verdict.BROKEN:
            raise BrokenError(failure.headline, fix=failure.fix)
        else:
            facts, why = None, failure.headline.replace("The answer's", "Its").replace("The answer", "It")
        if facts is None:
            raise UsageError(f"{original.name} cannot be run: {_short(why)}", fix=_advice(why, prepared.missing))
        return facts


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


def _advice(why: str, missing: Sequence[Missing]) -> str:
    """Return what to do about the reason why own code does not run."""
    if reason := package_advice(why, missing) or environment_advice(why):
        return reason
    if "out of time" in why or "processor time" in why:
        return 'Put work at the top of the module below `if __name__ == "__main__":`.'
    return ""


def package_advice(why: str, missing: Sequence[Missing]) -> str:
    """Return what to do about an error that comes from a package that is not installed; empty for any other error."""
    if not re.search(r"No module named|name '\w+' is not defined", why):
        return ""
    likely = sorted(missing, key=lambda one: f"'{one.package}" not in why)
    if not likely:
        return ""
    where, package = likely[0].where, likely[0].package
    return (
        f"{where} imports {package}, which is not installed: install it beside mxtutor, "
        "or move the function to a file without it."
    )


def environment_advice(why: str) -> str:
    """Return what to do about an error that comes from the sandbox: no GPU, no files; empty for any other error."""
    if re.search("CUDA|cuda|NVIDIA", why):
        return "It asks for a GPU, and the sandbox has the CPU: take the device as a parameter."
    if re.search(r"Errno 1\] Operation not permitted(?!: ')|BlockingIOError|can't start new process", why):
        return "It starts a process, which the sandbox forbids: a DataLoader needs num_workers=0."
    if re.search("FileNotFoundError|No such file|PermissionError|Read-only file system", why):
        return (
            "It uses a file, and the sandbox has only the project's modules: pass the file's contents as an argument."
        )
    if re.search("Network is unreachable|URLError|socket|Name or service not known|Temporary failure in name", why):
        return "It uses the network, which the sandbox does not have: pass the data as an argument."
    return ""
