"""`mxtutor grade DIR`: grades a class and writes its gradebook; the group's other commands are in `graded.py`."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click

from mxtutor import paths
from mxtutor.classroom.anonymity import Pseudonyms, read_key
from mxtutor.classroom.finder import collect_class, examined, on_roster
from mxtutor.classroom.hand_ins import Collected, HandIn, Unread, unread_lines
from mxtutor.classroom.naming import readable
from mxtutor.classroom.results_file import WORKSHOP, Gradebook, ResultsFile
from mxtutor.classroom.roster import Roster
from mxtutor.classroom.run import Change, ClassRun, chosen_ids, load_content, now, require_isolation, select
from mxtutor.classroom.scoring import Scoring
from mxtutor.cli.commands import CONTENT
from mxtutor.cli.files import graceful_end
from mxtutor.cli.options import ISOLATIONS, PATH, SEED
from mxtutor.cli.outputs import FEEDBACK, JSON, OUT, RESULTS, ROSTER, Outputs, with_ending
from mxtutor.cli.painting import tell
from mxtutor.cli.setup import Setup
from mxtutor.content.class_links import LOOPBACK
from mxtutor.content.loader import load_course
from mxtutor.counts import count, listed
from mxtutor.errors import BrokenError, ClusterLostError, UsageError
from mxtutor.extras import require
from mxtutor.grading.protocol import Verdict
from mxtutor.grading.references.prepare import fresh_seed
from mxtutor.private_files import make_private_folder
from mxtutor.reporting.durations import elapsed
from mxtutor.reporting.sanitize import clean_line
from mxtutor.serving.signing import KEY_FILE, REPORTS, Signer
from mxtutor.typed_paths import expanded

EXIT_UNREAD = 1
"""Exit code if a hand-in could not be read."""
MOST_NAMED = 50
"""Maximum number of ungraded files that standard error names; the outputs name all of them."""
MOST_EACH = 5
"""Maximum number of ungraded files per learner that standard error names."""
EVERY_SECONDS = 10.0
"""Longest time between two lines in a log, in seconds ..."""
EVERY_SHARE = 0.05
"""... and share of the total between two lines; the first that is reached counts."""
LEAST_SECONDS = 1.0
"""Shortest time between two lines in a log, in seconds."""
REDRAWN = 0.1
"""Shortest time between two updates of a terminal's line, in seconds."""
ONLY = click.option("--only", multiple=True, metavar="ID|TOPIC", help="This exercise or topic only; may be repeated.")
JOBS = click.option(
    "--jobs", type=click.IntRange(1), help="Answers that run in parallel (default: the number of cores)."
)
ISOLATION = click.option("--isolation", type=ISOLATIONS, default="on", show_default=True, help="Confine each answer.")


@dataclass(frozen=True, slots=True)
class GradeOptions:
    folder: Path
    jobs: int | None = None
    outputs: Outputs = field(default_factory=Outputs)
    only: Sequence[str] = ()
    shard: tuple[int, int] | None = None
    anonymous: bool = False
    key: Path | None = None
    accept: bool = False
    """Whether a file whose name only resembles an exercise's counts as the answer to it."""
    fresh: bool = False
    seed: int | None = None
    scheduler: str = ""
    """Address of a Dask scheduler; empty without one."""
    local_cluster: int | None = None
    """Number of Dask workers to start on this machine; None for no cluster."""

    def check(self) -> None:
        """Check the options before hand-ins are read.

        Raises:
            UsageError: options contradict each other, an output cannot be written, or Dask is not installed.
        """
        self.outputs.check()
        if self.key is not None and not self.anonymous:
            raise UsageError("--key belongs to --anonymous.", fix="Add --anonymous.")
        if self.scheduler and self.local_cluster:
            raise UsageError("--scheduler and --local-cluster cannot be used together.", fix="Give one of them.")
        if self.scheduler and self.jobs is not None:
            fix = "The number of threads of each worker decides: `dask worker --nthreads`."
            raise UsageError("--jobs does not belong to --scheduler.", fix=fix)
        if self.scheduler or self.local_cluster:
            require("cluster", "Grading on a cluster")


class GradingProgress:
    """Shows how many answers are graded, how many learners are done, and how long the rest takes."""

    def __init__(
        self,
        learners: Iterable[str],
        *,
        terminal: bool | None = None,
        clock: Callable[[], float] = time.monotonic,
        note: Callable[[], str] | None = None,
    ) -> None:
        """`learners` has one entry for each answer to grade.

        `note` returns additional text for the line, such as the number of workers; the line then also has the rate.
        """
        self._left = Counter(learners)
        self._learners, self._total, self._done = len(self._left), sum(self._left.values()), 0
        self._terminal = sys.stderr.isatty() if terminal is None else terminal
        self._clock, self._note = clock, note
        self._began = self._said = clock()
        self._said_done = self._width = 0

    def add(self, learner: str) -> None:
        """Count a graded answer, and show it if it is time for an update."""
        self._done += 1
        self._left[learner] -= 1
        if not self._left[learner]:
            del self._left[learner]
        now = self._clock()
        waited, ends = now - self._said, self._done == self._total
        if self._terminal:
            if waited >= REDRAWN or ends:
                self._said = now
                shown = self.line()[: max(shutil.get_terminal_size().columns, 20) - 1]
                click.echo(f"\r{shown}{' ' * max(self._width - len(shown), 0)}", nl=False, err=True)
                self._width = len(shown)
            return
        share = (self._done - self._said_done) / self._total  # in a small class it changes too fast to be read
        if waited >= EVERY_SECONDS or ends or (share >= EVERY_SHARE and waited >= LEAST_SECONDS):
            self._said, self._said_done = now, self._done
            tell(self.line())

    def say(self, text: str) -> None:
        """Write a separate line."""
        self.close()
        tell(text)

    def close(self) -> None:
        """End the line on a terminal."""
        if self._terminal and self._width:
            click.echo("", err=True)
            self._width = 0

    def line(self) -> str:
        learners = f"{self._learners - len(self._left):,} of {self._learners:,} learners"
        text = f"graded {self._done:,} of {self._total:,} answers, {learners}"
        if self._done == self._total:
            return text
        took = max(self._clock() - self._began, 0.001)
        if self._note is not None:
            text = f"{text}, {self._note()}, {self._done / took:,.1f} per second"
        seconds = took / self._done * (self._total - self._done) if self._done else 0.0
        return f"{text}, about {elapsed(max(seconds, 1))} left" if self._done else f"{text}, about to start"


def _grade_class(setup: Setup, options: GradeOptions, *, confined: bool) -> int:
    """Grade the hand-ins below a folder and write the gradebook.

    Return 0 if every answer got a verdict, 1 if a hand-in could not be read, 3 if a verdict is missing.
    """
    outputs, root = options.outputs, setup.root
    options.check()
    course, workshop = load_course(root), setup.workshop
    content = load_content(course, ids_to_grade(setup, options.only))
    roster = outputs.read_roster()
    with contextlib.ExitStack() as stack:
        place = outputs.results or stack.enter_context(_place_of_its_own(root, options))
        key_file = options.key or with_ending(place, ".key")
        of_server = (options.folder / KEY_FILE).is_file()
        reports = options.folder / REPORTS if of_server else None
        own = [one for one in (place, key_file, outputs.feedback, outputs.roster, reports) if one]
        ignored = [*outputs.files, *own]
        if workshop is not None and workshop.sealed and of_server:
            whole = examined(options.folder / REPORTS, workshop.title)
        else:
            whole = collect_class(options.folder, course.exercises, ignored=ignored, accept=options.accept)
        if whole.note:
            tell(clean_line(whole.note))
        whole, called = on_roster(whole, roster, _homes(options.folder, roster)) if roster else (whole, {})
        found = select(whole, content.ids, options.shard)
        if not whole.answers and not whole.unread:
            raise UsageError(f"{options.folder} holds no answers.", fix="They are called <learner>/<topic>/<slug>.py.")
        names = (*whole.learners, *called.values())
        hidden = Pseudonyms(read_key(key_file), names) if options.anonymous else None
        _tell_unread(hidden.unread(found.unread) if hidden else found.unread)
        _tell_alike(found.alike, hidden)
        if roster:
            _tell_absent(found, hidden)
        file = stack.enter_context(ResultsFile(place))
        _check_file(file, anonymous=options.anonymous)
        if options.fresh:
            file.forget()
        seed = options.seed if options.seed is not None else file.run.seed if file.run else fresh_seed()
        recorded = _recorded(options, confined, workshop.title if workshop else "")
        other = "" if root == paths.content_root() else readable(str(root.absolute()))
        run = ClassRun(file, found, content, seed, recorded, hidden, scoring_of(setup), other, called=called)
        with graceful_end():
            _work(setup, run, options, confined=confined)
    return _exit_code(run)


def _homes(folder: Path, roster: Roster) -> Mapping[str, str]:
    """Return the learner's id for each home, if the folder contains the homes of `mxtutor serve`."""
    if not (folder / KEY_FILE).is_file():
        return {}
    signer = Signer.of_homes(folder)
    return {signer.home_name(one.id): one.id for one in roster.learners}


def scoring_of(setup: Setup) -> Scoring | None:
    """Return the rules for points of the workshop; None if it has none."""
    return Scoring.of_workshop(setup.workshop) if setup.workshop is not None and setup.workshop.points else None


def ids_to_grade(setup: Setup, only: Sequence[str]) -> tuple[str, ...]:
    """Return the exercises of the workshop or course to grade, in its order: those in `only`, or all.

    Raises:
        UsageError: an exercise does not exist, or there is none to grade.
        ContentError: the workshop or the course is damaged.
    """
    named = set(chosen_ids(load_course(setup.root), only))
    left = tuple(identity for identity in setup.load_course().exercises if identity in named)
    if not left:
        raise UsageError("--only names no exercise of the workshop.", fix="Name one of its exercises.")
    return left


def _tell_times(book: Gradebook) -> None:
    """Print how the times of hand-ins are known, if points depend on them."""
    if book.scoring is None or book.scoring.due is None:
        return
    known = Counter(result.handed_in.evidence for result in book.all())
    text = f"times of hand-in: {known['attempt']:,} from attempts in exports, {known['file']:,} from files"
    unknown = f", {known['none']:,} unknown (they count as in time)" if known["none"] else ""
    tell(f"{text}{unknown}. They are weak evidence: learners and copying can change them.")


def _tell_absent(found: Collected, hidden: Pseudonyms | None) -> None:
    """Print who of the roster handed in nothing; the outputs list them, too."""
    gave = {one.learner for one in found.answers} | {one.learner for one in found.unread}
    absent = [clean_line(hidden.of(one) if hidden else one) for one in found.learners if one not in gave]
    if absent:
        tell(f"handed in nothing ({len(absent):,}): {listed(absent, MOST_NAMED)}")


def _tell_unread(unread: Sequence[Unread]) -> None:
    """Print files that are not graded, a few per learner, so that every learner's files are mentioned."""
    shown: list[Unread] = []
    each: Counter[str] = Counter()
    for one in unread:
        each[one.learner] += 1
        if each[one.learner] <= MOST_EACH or not one.learner:
            shown.append(one)
    for line in unread_lines(shown[:MOST_NAMED]):
        tell(f"not graded: {clean_line(line)}")
    if left := len(unread) - len(shown[:MOST_NAMED]):
        tell(f"not graded: {count(left, 'more file')}; every output lists them all")


def _tell_alike(pairs: Sequence[tuple[str, str]], hidden: Pseudonyms | None) -> None:
    """Print which learners may be one person, and which folders count as one learner."""
    for pair in pairs[:MOST_NAMED]:
        one, other = (clean_line(hidden.of(name) if hidden else repr(name)) for name in pair)
        if one == other:
            tell(f"two folders count as the learner {one}: their names differ only in how letters are encoded")
        else:
            tell(f"{one} and {other} count as two learners; if they are one person, give their folders one name")


def _recorded(options: GradeOptions, confined: bool, title: str) -> Mapping[str, str]:
    """Return the options that are stored in the outputs, which must not contain a learner's name."""
    recorded = {"isolation": "on" if confined else "off", "jobs": str(options.jobs or os.cpu_count() or 1)}
    if options.local_cluster:
        recorded |= {"cluster": f"{count(options.local_cluster, 'worker')} on this machine"}
    elif options.scheduler:
        recorded = {"isolation": recorded["isolation"], "cluster": "yes"}
    recorded |= {WORKSHOP: title} if title else {}
    recorded |= {"accepted": "suggestions"} if options.accept else {}
    recorded |= {"only": " ".join(options.only)} if options.only else {}
    recorded |= {"shard": "{}/{}".format(*options.shard)} if options.shard else {}
    return recorded | ({"anonymous": "yes"} if options.anonymous else {})


@contextlib.contextmanager
def _place_of_its_own(root: Path, options: GradeOptions) -> Iterator[Path]:
    """Yield the file of results if there is no output; it is removed at the end, but kept after an interruption."""
    called = f"{options.folder.resolve()}\n{root}\n{sorted(options.only)}\n{options.shard}\n{options.anonymous}"
    name = hashlib.sha256(called.encode("utf-8", "surrogateescape")).hexdigest()[:16]
    folder = paths.home() / "grading"
    with contextlib.ExitStack() as stack:
        try:
            make_private_folder(paths.home())
            make_private_folder(folder)
        except OSError:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="mxtutor-")))
        place = folder / f"{name}{RESULTS}"
        yield place
        place.unlink(missing_ok=True)


def _check_file(file: ResultsFile, *, anonymous: bool) -> None:
    for number in file.damaged:
        tell(f"line {number} of {file.path} is damaged; what it held is graded again")
    if file.run is not None and file.run.anonymous != anonymous:
        kind, other = ("hides", "without --anonymous") if file.run.anonymous else ("shows", "with --anonymous")
        fix = f"Name another output for grading {other}."
        raise UsageError(f"{file.path} {kind} the names of learners.", fix=fix)


def _work(setup: Setup, run: ClassRun, options: GradeOptions, *, confined: bool) -> None:
    """Grade the answers that are not graded yet, and write the outputs.

    After an interruption, or if a cluster is lost, write partial outputs.
    """
    answers = run.begin()
    if kept := len(run.found.answers) - len(answers):
        tell(f"graded before and not changed since: {kept:,} of {len(run.found.answers):,} answers")
    try:
        with recorded_end(run.file, lambda: _write(run, options)):
            if answers and (options.scheduler or options.local_cluster):
                _grade_on_cluster(run, options, answers, setup.root, confined=confined)
            elif answers:
                grade_here(setup, setup.root, run, answers, jobs=options.jobs, confined=confined)
    finally:
        for line in change_lines(run.changes):
            tell(f"changed: {line}")


@contextlib.contextmanager
def recorded_end(file: ResultsFile, write: Callable[[], object] = lambda: None) -> Iterator[None]:
    """Append the end of the run after the block, then call `write`, even if the run was interrupted."""
    try:
        yield
    except (KeyboardInterrupt, ClusterLostError):
        file.end(partial=True, at=now())
        write()
        tell(f"{file.path} holds the results so far; the same command continues.")
        raise
    file.end(partial=False, at=now())
    write()


def grade_here(
    setup: Setup, root: Path, run: ClassRun, answers: Sequence[HandIn], *, confined: bool, jobs: int | None = None
) -> None:
    """Grade answers on this machine with the content at `root`, and show the progress.

    Raises:
        BrokenError: a worker cannot start.
        UsageError: this machine cannot isolate untrusted answers, or the file of results cannot be written.
    """
    with contextlib.ExitStack() as stack:
        grader = stack.enter_context(setup.make_grader(root=root, confined=confined, untrusted=True, many=True))
        fix = "`mxtutor doctor` says how to get the layers; `--isolation off` grades without them."
        if missing := ", ".join(require_isolation(grader, confined=confined, fix=fix)):
            tell(f"graded without {missing}; `mxtutor doctor` says how to get it")
        progress = stack.enter_context(contextlib.closing(GradingProgress(answer.learner for answer in answers)))
        done = run.grade(grader, answers, jobs or os.cpu_count() or 1)
        for answer in stack.enter_context(contextlib.closing(done)):
            progress.add(answer.learner)


def _grade_on_cluster(
    run: ClassRun, options: GradeOptions, answers: Sequence[HandIn], root: Path, *, confined: bool
) -> None:
    """Grade answers on a Dask cluster and show the progress.

    Raises:
        UsageError: the scheduler cannot be reached, no worker may get answers, or the file cannot be written.
        BrokenError: the cluster on this machine does not start.
        ClusterLostError: the scheduler or all workers are lost.
    """
    from mxtutor.classroom.cluster import ClassGrader, Coordinator, connected

    plugin, workers = ClassGrader(root, run.content.hashes, run.used, confined=confined), options.local_cluster or 1
    threads = -(-(options.jobs or os.cpu_count() or 1) // workers)
    with contextlib.ExitStack() as stack:
        client = stack.enter_context(connected(options.scheduler, workers=workers, threads=threads))
        if unencrypted(address := str(client.scheduler.address)):
            what = f"answers travel unencrypted to {address}; all who reach it can run code on the cluster"
            tell(f"{what}; docs/class.md shows TLS.")
        coordinator = Coordinator(client, plugin, seed=run.seed, tell=lambda text: progress.say(clean_line(text)))
        progress = GradingProgress((answer.learner for answer in answers), note=coordinator.note)
        stack.callback(progress.close)
        for answer in stack.enter_context(contextlib.closing(run.record(coordinator.grade(answers)))):
            progress.add(answer.learner)


def unencrypted(address: str) -> bool:
    """Return whether messages to this address are unencrypted on a network."""
    parts = urlsplit(address)
    return bool(address) and parts.scheme != "tls" and (parts.hostname or "") not in LOOPBACK


def change_lines(changes: Sequence[Change]) -> Iterator[str]:
    """Yield a line for each changed verdict."""
    for before, after in changes:
        made = after.override
        counts = after.verdict.value
        still = f" (counts as {counts}, set by the instructor: {clean_line(made.reason)})" if made else ""
        line = f"{clean_line(before.learner)}  {before.exercise}  {before.graded.value} -> {after.graded.value}"
        yield f"{line}: {clean_line(after.headline)}{still}"


def _write(run: ClassRun, options: GradeOptions) -> None:
    """Write all outputs; the gradebook is read from the file of results."""
    book = run.file.book()
    _tell_times(book)
    options.outputs.write(book)


def _exit_code(run: ClassRun) -> int:
    named = {(run.name(one.learner), one.exercise) for one in run.found.answers}
    broken = sum(run.file.results[one].graded is Verdict.BROKEN for one in named if one in run.file.results)
    if broken:
        tell(
            f"{count(broken, 'answer')} got no verdict because mxtutor failed; run `mxtutor doctor` to find the cause."
        )
        return BrokenError.exit_code
    return EXIT_UNREAD if run.found.unread else 0


def _shard(_: click.Context, __: click.Parameter, given: str | None) -> tuple[int, int] | None:
    """Return the number of a part of the class, from 1, and the number of parts."""
    first, _slash, last = (given or "").partition("/")
    if first.isdecimal() and last.isdecimal() and 1 <= int(first) <= int(last) <= 10_000:
        return int(first), int(last)
    if given is not None:
        raise click.BadParameter(f"{given!r} is not a part such as 3/20.")
    return None


def _scheduler(_: click.Context, __: click.Parameter, given: str) -> str:
    """Return the address of a scheduler, if necessary read from its file."""
    file = expanded(Path(given))
    if not file.is_file():
        return given
    try:
        return str(json.loads(file.read_text("utf-8"))["address"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        fix = "Name the file that `dask scheduler --scheduler-file` wrote."
        raise UsageError(f"{file} holds no address of a scheduler.", fix=fix) from error


class GradeGroup(click.Group):
    """`mxtutor grade DIR`, with the commands on a graded class as subcommands.

    A folder with the name of a subcommand is given as ./merge.
    """

    allow_interspersed_args = True
    parse_args, invoke = click.Command.parse_args, click.Command.invoke

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Make the context of the subcommand with which the arguments begin, else that of `grade DIR`.

        Before a subcommand the options may stand that select the content.
        """
        first = 0
        while first < len(args) and (option := args[first].partition("="))[0] in {name for name, *_ in CONTENT}:
            first += 1 if option[1] else 2
        if first < len(args) and (name := args[first]) in self.commands:
            left = [*args[:first], *args[first + 1 :]]
            return self.commands[name].make_context(f"{info_name} {name}", left, parent, **extra)
        return super().make_context(info_name, args, parent, **extra)


@click.group(cls=GradeGroup, invoke_without_command=True, subcommand_metavar="")
@click.argument("folder", type=PATH, metavar="DIR")
@JOBS
@OUT
@JSON
@ROSTER
@FEEDBACK
@ONLY
@click.option("--accept-suggested", "accept", is_flag=True, help="Take a file for the answer that its name suggests.")
@click.option(
    "--shard",
    callback=_shard,
    metavar="I/N",
    help="Grade one part of the class, such as 3/20; `grade merge` joins the parts.",
)
@click.option("--anonymous", is_flag=True, help="Show stable ids instead of names in everything that is written.")
@click.option(
    "--key", type=PATH, help="With --anonymous: the file of the key for the ids (default: beside the output)."
)
@click.option("--fresh", is_flag=True, help="Grade unchanged answers again, too.")
@click.option("--seed", type=SEED, help="Draw the inputs of this seed (default: a secret one).")
@ISOLATION
@click.option(
    "--local-cluster",
    type=click.IntRange(1, 256),
    metavar="N",
    help="Grade with N Dask workers on this machine.",
)
@click.option(
    "--scheduler",
    default="",
    callback=_scheduler,
    metavar="ADDRESS",
    help="Grade on a Dask cluster: address or file of its scheduler.",
)
@click.pass_obj
def grade(
    setup: Setup, /, isolation: str, files: tuple[Path, ...], feedback: Path | None, roster: Path | None,
    as_json: bool, **options: Any,
) -> int:  # fmt: skip
    """Grade a class: a folder, or a download of Moodle or Canvas.

    DIR holds a folder or a .zip per learner, or it is such a download. The results also go to a .jsonl file beside the
    first output, as they arrive: the same command continues an interrupted grading, and does not grade unchanged
    answers again.
    """
    outputs = Outputs(files, feedback, as_json, roster)
    chosen = GradeOptions(**options, outputs=outputs)
    return _grade_class(setup, chosen, confined=isolation == "on")
