"""Asks the confined process about own code: what it is, how examples call it, which inputs run."""

from __future__ import annotations

import ast
import builtins
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mxtutor.errors import BrokenError, UsageError
from mxtutor.grading.messages import AnswerJob, CaseInputs, JobLimits, Probe
from mxtutor.grading.protocol import ErrorDetail, Verdict
from mxtutor.grading.results.decode import Completed, ProcessFailure
from mxtutor.grading.results.execute import execute
from mxtutor.grading.wire import WireError
from mxtutor.grading.workers.job import Running
from mxtutor.grading.workers.worker import Worker
from mxtutor.own_code.data_files import DataFile
from mxtutor.own_code.facts import Facts, fits
from mxtutor.own_code.loader import loading_source
from mxtutor.own_code.project import Missing, Snapshot, snapshot
from mxtutor.own_code.sources import Original, names_of, statements
from mxtutor.reporting.sanitize import clean_line


def extracted(original: Original) -> str:
    """Return a module with own code and what it names, directly and indirectly, in the order of the file.

    Statements that only work (a training loop, `parse_args()`) are left out. Imports are kept where a name of theirs
    is used, each in a `try`, because the code may not need it.
    """
    body = [node for node in statements(original.tree.body) if not isinstance(node, (ast.If, ast.Try, ast.With))]
    by_name: dict[str, list[ast.stmt]] = {}
    for node in body:
        for name in names_of(node):
            by_name.setdefault(name, []).append(node)
    wanted, pending, kept = set[str](), [original.owner], set[int]()
    while pending:
        name = pending.pop()
        if name in wanted or (name in dir(builtins) and name not in by_name):
            continue
        wanted.add(name)
        for node in by_name.get(name, []):
            if id(node) not in kept:
                kept.add(id(node))
                pending += _used(node)
    lines = original.text.splitlines()
    return "\n".join(_shown(node, lines) for node in body if id(node) in kept or _is_future(node)) + "\n"


def _is_future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def _used(node: ast.stmt) -> list[str]:
    """Return the names that a statement reads, also in annotations that are texts."""
    names = [n.id for n in ast.walk(node) if isinstance(n, ast.Name)]
    for text in (n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)):
        if text.isidentifier():
            names.append(text)
    return names


def _shown(node: ast.stmt, lines: list[str]) -> str:
    decorators = getattr(node, "decorator_list", [])
    first = min([node.lineno, *(d.lineno for d in decorators)])
    if isinstance(node, (ast.Import, ast.ImportFrom)) and not _is_future(node):
        return f"try:\n    {ast.unparse(node)}\nexcept ImportError:\n    pass"
    if node.col_offset:
        return ast.unparse(node)
    return "\n" + "\n".join(lines[first - 1 : node.end_lineno])


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
    way: str
    """`import`: its whole module is imported. `extract`: it is cut out of its module by its syntax."""
    why: str = ""
    """Why the module could not be imported."""
    missing: list[Missing] = field(default_factory=list)
    """Packages that the code imports and that are not installed."""
    data: tuple[DataFile, ...] = ()
    """Data files of the project that are copied with the code."""
    left_out: tuple[str, ...] = ()
    """Data files that are not copied, each with the reason."""


class Prober:
    """Asks questions about own code in a worker for references that nobody has checked."""

    def __init__(self, worker: Worker, running: Running | None = None) -> None:
        self._worker, self._running = worker, running

    def prepare(self, original: Original) -> tuple[Prepared, Facts]:
        """Return own code that runs, with its description; cut it out of its module if the module does not run.

        Raises:
            UsageError: it runs in neither way, or it is not something that can be called.
            BrokenError: torch cannot be used here.
        """
        shot = snapshot(original)
        whole = loading_source(original.owner, original.path.name, shot.module, shot.files, shot.data)
        found = Prepared(original, whole, "import", missing=shot.missing, data=shot.data, left_out=shot.left_out)
        facts, why = self._ask(whole, original, {"task": "describe", "method": original.method})
        if facts is None:
            cut = loading_source(
                original.owner, original.path.name, "own_code_cut", cut_files(original, shot), shot.data
            )
            found = Prepared(original, cut, "extract", why, shot.missing, shot.data, shot.left_out)
            facts, again = self._ask(cut, original, {"task": "describe", "method": original.method})
            if facts is None:
                raise UsageError(
                    f"{original.path.name} cannot be run: {_short(why)}", fix=_advice(why + again, shot.missing)
                )
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
        facts, why = self._ask(prepared.source, prepared.original, plan)
        if facts is None:
            raise UsageError(
                f"{prepared.original.name} cannot be run: {_short(why)}", fix=_advice(why, prepared.missing)
            )
        return facts

    def _ask(self, source: str, original: Original, plan: Mapping[str, Any]) -> tuple[Facts | None, str]:
        job = AnswerJob(
            source=source.encode(),
            entries=(original.owner,),
            observer=_OBSERVER.format(plan=json.dumps(plan)),
            cases=(CaseInputs({}, {}),),
            probe=Probe(),
        )
        try:
            ran = execute(self._worker, job, JobLimits(SECONDS), cases=1, running=self._running).result
        except WireError as error:
            fix = "Group the parameters in an object or a list, or try a smaller function."
            raise UsageError(
                f"{original.name} has too many parameters or too large code to be tried.", fix=fix
            ) from error
        if isinstance(ran, ProcessFailure):
            if ran.verdict is Verdict.BROKEN:
                raise BrokenError(ran.headline, fix=ran.fix)
            return None, ran.headline.replace("The answer's", "Its").replace("The answer", "It")
        return _facts(ran, plan)


def _facts(ran: Completed, plan: Mapping[str, Any]) -> tuple[Facts | None, str]:
    case = ran.cases[0] if ran.cases else None
    error = ran.error or (case if isinstance(case, ErrorDetail) else None)
    if error is not None or case is None or isinstance(case, ErrorDetail):
        return None, error.summary if error is not None else "it gave no result."
    value = case.observed.get("answer")
    data = value.array if value is not None else None
    try:
        facts = json.loads(bytes(np.asarray(data, np.uint8)))
    except (ValueError, TypeError, RecursionError):  # the process is not trusted
        return None, "its process sent something unreadable."
    return (facts, "") if fits(plan, facts) else (None, "its process sent something unreadable.")


def cut_files(original: Original, shot: Snapshot) -> dict[str, str]:
    """Return the files for code that was cut out: itself, and the modules of the project."""
    own = original.path.with_suffix(".py").name
    rest = {name: text for name, text in shot.files.items() if not name.endswith(own)}
    return {**rest, "own_code_cut.py": extracted(original)}


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
    likely = sorted(missing, key=lambda one: (f"'{one.package}" not in why, one.guarded))
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
            "It uses a file. The sandbox has the project's modules, and files inside of the project of at most 1 MiB "
            "whose names are in the code: move the file there, or pass its contents as an argument."
        )
    if re.search("Network is unreachable|URLError|socket|Name or service not known|Temporary failure in name", why):
        return "It uses the network, which the sandbox does not have: pass the data as an argument."
    return ""
