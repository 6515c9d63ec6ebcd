"""Reads the attacks of `attacks/<technique>/` and runs them in lanes, each with an answer worker of its own."""

from __future__ import annotations

import ast
import json
import os
import platform
import re
import socket
import sysconfig
import threading
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from pathlib import Path

from mxtutor.content.model import Exercise
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Report, Submission, Verdict
from tests.grading.rig import CHECKOUT, exercise, leftovers

FOLDER = Path(__file__).parent / "attacks"
SECONDS = 5.0
"""Time limit of an attack without a limit of its own."""
CALM = 30.0
"""Time limit of an honest answer, which no attack before it may use up, and no busy machine either."""
CALM_SEED = 900
"""Less than the seeds of all attacks."""
HANG = 300.0
"""Seconds after which a check counts as endless, also on a busy machine."""
LONGEST = 1 << 20
"""Bytes that the largest report may take."""
OUT_OF_TIME = "The answer ran out of time"
"""Headline of an answer that its own limit stops."""
_SETTING = re.compile(r"^(Exercise|Verdict|Headline|Output|Seconds|Processes|Machine|After): (.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Attack:
    """One hostile answer, with the data in its docstring."""

    name: str
    text: str
    settings: Mapping[str, str]

    @property
    def verdicts(self) -> set[str]:
        """The allowed verdicts: they show that the attack ran as far as intended."""
        return set(self.settings.get("Verdict", "wrong").split())

    @property
    def exercise(self) -> Exercise:
        """The exercise that it answers, with the attack's own limits."""
        found = exercise(self.settings.get("Exercise", "tensors/arccos"))
        processes = "Processes" in self.settings
        return replace(found, seconds=float(self.settings.get("Seconds", SECONDS)), processes=processes)

    @property
    def seed(self) -> int:
        """A seed for each set of limits, so that attacks share references but not limits."""
        return 1000 + int(self.exercise.seconds * 10) + self.exercise.processes

    @property
    def suits(self) -> bool:
        """Whether this machine's processor is the one that it is written for."""
        return self.settings.get("Machine", platform.machine()) == platform.machine()


def load(path: Path) -> Attack:
    """Return the attack of a file."""
    text = path.read_text(encoding="utf-8")
    docstring = ast.get_docstring(ast.parse(text)) or ""
    return Attack(f"{path.parent.name}/{path.stem}", text, dict(_SETTING.findall(docstring)))


ATTACKS = {a.name: a for a in map(load, sorted(FOLDER.glob("*/*.py")))}


@dataclass(frozen=True)
class Seen:
    """The effects of an attack that are visible outside of its process."""

    report: Report
    left: set[int]
    worker_kept: bool
    harm: list[str]
    """Changes of the attack's targets."""
    honest: Report
    """Report on the exercise's own solution, right after the attack."""


@dataclass
class Lane:
    """One grader, and targets on the machine for attacks."""

    grader: LocalGrader
    folder: Path
    ears: list[socket.socket] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.folder.mkdir()
        self.folder.chmod(0o777)
        self.target.write_text("untouched")
        self.target.chmod(0o666)
        os.utime(self.target, (1e9, 1e9))
        self.ears = [
            socket.create_server(("127.0.0.1", 0)),
            socket.socket(socket.AF_UNIX),
            socket.socket(socket.AF_UNIX),
        ]
        self.ears[1].bind(str(self.folder / "s"))
        (self.folder / "s").chmod(0o777)
        self.ears[2].bind("\0" + self.abstract)
        self.ears.append(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        self.ears[3].bind(self.ears[0].getsockname())
        for ear in self.ears[1:3]:
            ear.listen()
        for ear in self.ears:
            ear.setblocking(False)
        self.before = self.state()

    @property
    def target(self) -> Path:
        """A file that every user may write."""
        return self.folder / "target"

    @property
    def abstract(self) -> str:
        """Name of an abstract Unix socket."""
        return f"mxtutor-{os.getpid()}-{self.folder.name}"

    def state(self) -> dict[str, object]:
        """Return all of the target that an attack could change."""
        facts: dict[str, object] = {"names": sorted(os.listdir(self.folder))}
        for name in ("", "target", "s"):
            status = (self.folder / name).lstat()
            facts[name] = (status.st_mode, status.st_uid, status.st_size, status.st_nlink)
        facts["content"] = (self.target.read_bytes(), self.target.stat().st_mtime, os.listxattr(self.target))
        return facts

    def calls(self) -> list[str]:
        """Return the sockets that received a connection."""
        on_output = []
        for ear in self.ears:
            try:
                ear.recv(1) if ear.type == socket.SOCK_DGRAM else ear.accept()[0].close()
                on_output.append(f"a call to {ear.getsockname()!r}")
            except BlockingIOError:
                pass
        return on_output

    def source(self, attack: Attack) -> bytes:
        """Return an attack's source, aimed at this lane."""
        worker = self.grader.frameworks.answer.pid
        aims = {
            "WORKER": worker, "GRADER": os.getpid(), "PORT": self.ears[0].getsockname()[1], "@target@": self.target,
            "@folder@": self.folder, "@socket@": self.folder / "s", "@abstract@": self.abstract, "@checkout@": CHECKOUT,
            "@exercise@": attack.exercise.folder, "@packages@": sysconfig.get_path("purelib"),
            "@home@": os.environ.get("MXTUTOR_HOME", "/root"),
        }  # fmt: skip
        named = {f"@{name.lower()}@": value for name, value in aims.items() if name.isupper()}
        text = re.sub(r"@\w+@", lambda m: str({**aims, **named}[m[0]]), attack.text)
        return re.sub(r"\b(WORKER|GRADER|PORT)\b", lambda m: str(aims[m[0]]), text).encode()

    def check(self, submission: Submission) -> Report:
        """Return the report on a submission.

        Raises:
            TimeoutError: the check does not return.
        """
        found: Future[Report] = Future()
        check = threading.Thread(target=lambda: found.set_result(self.grader.grade(submission)), daemon=True)
        check.start()  # a daemon: a check that never returns must not keep the test session from its end
        return found.result(HANG)

    def run(self, attack: Attack, source: bytes | None = None) -> Seen:
        """Run an attack (or `source` in its name), then the honest solution; check what remains."""
        if first := attack.settings.get("After"):
            self.run(ATTACKS[first])
        worker = self.grader.frameworks.answer.pid
        assert worker is not None
        self.grader.references.get(attack.exercise, attack.seed)
        hostile = self.source(attack) if source is None else source
        report = self.check(Submission(attack.exercise, hostile, attack.seed))
        kept = self.grader.frameworks.answer.alive and self.grader.frameworks.answer.pid == worker
        calm = replace(attack.exercise, seconds=CALM)
        honest = self.check(Submission(calm, calm.solution.encode(), CALM_SEED + calm.processes))
        left = leftovers(worker)
        now = self.state()
        harm = [f"{k}: {self.before[k]} became {now[k]}" for k in now if now[k] != self.before[k]] + self.calls()
        return Seen(report, left, kept, harm, honest)


def broken_rules(attack: Attack, seen: Seen) -> list[str]:
    """Return the rules that an attack broke; empty if the sandbox stopped it."""
    report, limit = seen.report, attack.exercise.seconds
    summary = f"{report.verdict.value}: {report.headline!r}, output {report.output[-2000:]!r}"
    wrong = []
    if report.verdict is Verdict.RIGHT:
        wrong.append(f"PASSED: {summary}")
    elif report.verdict.value not in attack.verdicts:
        wrong.append(f"ended otherwise than it meant to: {summary}")
    errors = [e for e in (report.error, *(case.error for case in report.cases)) if e]  # the sandbox explains some
    if not re.search(attack.settings.get("Headline", ""), " ".join([report.headline, *(e.type for e in errors)])):
        wrong.append(f"another headline: {summary}")
    if not re.search(attack.settings.get("Output", ""), report.output.strip()) or "STOLEN" in report.output:
        wrong.append(f"another output: {summary}")
    if len(json.dumps(report.to_json(), ensure_ascii=False).encode()) > LONGEST:  # and no half surrogates
        wrong.append("blew up the report")
    # threads on all processors use up the limit together
    if report.headline.startswith(OUT_OF_TIME) and report.seconds < limit / (os.cpu_count() or 1):
        wrong.append(f"was stopped after {report.seconds:.1f} s of its {limit:.1f}")
    if seen.left:
        wrong.append(f"left processes {seen.left}")
    if not seen.worker_kept:  # also the end of a worker whose job goes on after its limit
        wrong.append("cost the worker its life")
    if seen.honest.verdict is not Verdict.RIGHT:
        wrong.append(f"made the next honest answer {seen.honest.verdict.value}: {seen.honest.headline}")
    return wrong + seen.harm
