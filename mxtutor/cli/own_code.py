"""`mxtutor try`: an exercise of the learner's own torch code, and a port compared with its original."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from functools import partial
from pathlib import Path
from typing import Any

import click

from mxtutor.classroom.hand_ins import read_answer
from mxtutor.cli.check import EXIT
from mxtutor.cli.options import PATH, SEED
from mxtutor.cli.painting import tell
from mxtutor.cli.text import report_lines
from mxtutor.counts import count
from mxtutor.errors import UsageError
from mxtutor.grading.grader import LocalGrader
from mxtutor.own_code.cutting import loaded_cut, port_source
from mxtutor.own_code.design import Design, Wishes, make_design
from mxtutor.own_code.packs import (
    FORMAT,
    Saved,
    all_saved,
    compare_port,
    digest_of,
    export,
    right_answer,
    save,
    saved_for,
)
from mxtutor.own_code.sources import Original, read_original
from mxtutor.own_code.specs import parse_inputs
from mxtutor.reporting.sanitize import clean_line, json_text

MakeUnchecked = Callable[[], AbstractContextManager[LocalGrader]]
make_unchecked_grader = partial(LocalGrader, untrusted=True, checked=False)
"""Makes a grader that confines references, too, because they are unchecked."""


@dataclass(frozen=True, slots=True)
class TryOptions:
    answer: Path | None = None
    entry: str = ""
    wishes: Wishes = field(default_factory=Wishes)
    export: Path | None = None
    seed: int | None = None
    as_json: bool = False


@click.command("try")
@click.argument("target", metavar="[FILE:FUNCTION]", required=False)
@click.option("--answer", type=PATH, help="Compare the port in this file, without a dialogue.")
@click.option("--entry", default="", help="With --answer: the port's name, if it differs from yours.")
@click.option(
    "--inputs", default="",
    help='Inputs of the function: "x=float32[4,3]; y=int64[4](0,2); n=3", or a YAML file. (0,2): the lowest and the '
    "highest value.",
)  # fmt: skip
@click.option(
    "--dtypes", type=click.Choice(["exact", "kind", "any"]), default="kind", show_default=True,
    help="kind: integers may have any width.",
)  # fmt: skip
@click.option("--no-gradients", is_flag=True, help="Do not compare gradients of a function's arguments.")
@click.option("--no-effects", is_flag=True, help="Do not compare what the call writes into its arguments.")
@click.option("--export", type=PATH, help="Write a pack for `mxtutor --pack` into this folder.")
@click.option("--seed", type=SEED, help="With --answer: draw the inputs of this seed again.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def try_(target: str | None, inputs: str, dtypes: str, no_gradients: bool, no_effects: bool, **options: Any) -> int:
    """Make an exercise of your own torch function or Module.

    With --answer, compare its port with it instead.

    FILE is a Python file or a notebook; FUNCTION is a function, a class, or Class.method. Without an argument it
    lists what you have tried.
    """
    given = parse_inputs(inputs) if inputs else ()
    return try_code(target, TryOptions(wishes=Wishes(given, dtypes, not no_gradients, not no_effects), **options))


def try_code(target: str | None, options: TryOptions, make_grader: MakeUnchecked = make_unchecked_grader) -> int:
    """Do what `mxtutor try` asks for; return the exit code."""
    if options.answer is None and (options.entry or options.seed is not None):
        raise UsageError("--entry and --seed belong to --answer.", fix="Add --answer PORT.py.")
    if target is None:
        if options.answer or options.export or options.wishes.inputs:
            raise UsageError("FILE:FUNCTION is missing.", fix="Write, for example, `mxtutor try losses.py:focal_loss`.")
        return _list(options.as_json)
    original, wishes = read_original(target), options.wishes
    if options.answer is not None:
        return _compare(target, original, options, make_grader)
    if options.export is not None:
        return _export(original, wishes, options.export, make_grader)
    if options.as_json:
        raise UsageError("--json belongs to --answer and to the list.", fix="Add --answer PORT.py.")
    return _learn(original, wishes, make_grader)


def _list(as_json: bool) -> int:
    saved = all_saved()
    if as_json:
        rows = [{"file": s.file, "name": s.name, "exercise": s.exercise, "inputs": s.inputs, "made": s.made,
                 "pack": str(s.folder)} for s in saved]  # fmt: skip
        click.echo(json_text(rows))
        return 0
    for one in saved:
        click.echo(f"{one.file}:{one.name}  {one.exercise}  {one.made[:10]}")
    if not saved:
        tell("you have not tried any code of your own yet. Run `mxtutor try FILE:FUNCTION`.")
    return 0


def _compare(target: str, original: Original, options: TryOptions, make_grader: MakeUnchecked) -> int:
    assert options.answer is not None
    source = read_answer(options.answer)
    port = port_source(options.answer, source, original.owner, options.entry or original.owner)
    if sys.stderr.isatty():
        tell(f"starting PyTorch and MXNet, then running {original.name} in the sandbox ...")
    with make_grader() as grader:
        grader.require_ready()
        made = make_design(grader, original, options.wishes)
        report = compare_port(grader, made, port, options.seed)
        undecided = report.verdict.value == "right" and bool(made.untried) and not options.wishes.inputs
        if report.verdict.value == "right" and not undecided and options.export is not None:
            _written(made, options.export, port.decode())
        elif options.export is not None:
            why = "not all of the port was tried" if undecided else "the port is not right"
            tell(f"wrote no pack, because {why}. Leave --answer out to write a pack without a solution.")
    code = 1 if undecided else EXIT[report.verdict.outcome]
    if options.as_json:
        own = {"file": str(original.path), "name": original.name, "inputs": made.inputs,
               "notes": made.notes, "untried": made.untried, "cases": len(made.cases),
               "draws": made.draws_of_case}  # fmt: skip
        verdict = {"verdict": "undecided"} if undecided else {}
        click.echo(json_text({**report.to_json(), **verdict, "own_code": own}))
        return code
    if undecided:
        click.echo(
            f"[undecided] The port agrees in all {count(len(made.cases), 'case')}, but they do not try all of it."
        )
        click.echo("Give inputs that do with --inputs; those that you give are taken as enough.")
    else:
        command = f"mxtutor try {clean_line(target)} --answer {clean_line(str(options.answer))}"
        for line in report_lines(report, options.answer, full=True, command=command):
            click.echo(line)
    _tell(made)
    return code


def _tell(made: Design) -> None:
    """Say on standard error how the learner's code was run."""
    times = f", each drawn {made.draws_of_case} times" if made.draws_of_case > 1 else ""
    cases = count(len(made.cases), "case")
    tell(f"{cases}{times}, from {clean_line(made.inputs)}")
    for note in [*made.notes, *(f"{text}." for text in made.untried)]:
        tell(note)


def _export(original: Original, wishes: Wishes, folder: Path, make_grader: MakeUnchecked) -> int:
    saved = saved_for(original)
    solution = right_answer(saved.exercise) if saved is not None else ""
    wishes = _kept_inputs(saved, wishes)
    with make_grader() as grader:
        made = make_design(grader, original, wishes)
    _tell(made)
    _written(made, folder, solution)
    return 0


def _kept_inputs(saved: Saved | None, wishes: Wishes) -> Wishes:
    """Return wishes with the saved inputs where none are given."""
    if saved is None or wishes.inputs or not saved.inputs:
        return wishes
    try:
        return replace(wishes, inputs=parse_inputs(saved.inputs))
    except UsageError:  # an example passed an object that has no text
        return wishes


def _written(made: Design, folder: Path, solution: str) -> None:
    exercise = export(made, folder, solution)
    note = "" if solution else " It has no solution yet: port it, then export again."
    tell(f"wrote {exercise}. Open it with `mxtutor --pack {folder}`.{note}")


def _learn(original: Original, wishes: Wishes, make_grader: MakeUnchecked) -> int:
    """Open the tutor on the learner's code: on the saved exercise while the code is the same, else on a new one."""
    from mxtutor.cli.tutor import start_tutor

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(
            "The tutor needs a terminal.", fix="`mxtutor try FILE:FUNCTION --answer PORT.py` compares without one."
        )
    saved = saved_for(original)
    if saved is not None and not wishes.inputs and saved.format == FORMAT:
        changed = saved.digest != digest_of(loaded_cut(original))
        if not changed or not click.confirm(
            f"{original.name} has changed since you tried it. Use the new code?", default=True
        ):
            return start_tutor(saved.folder, saved.exercise)
    tell(f"running {original.name} in the sandbox ...")
    with make_grader() as grader:
        made = make_design(grader, original, _kept_inputs(saved, wishes))
    _tell(made)
    record = save(made, datetime.now(timezone.utc).isoformat(timespec="seconds"))
    return start_tutor(record.folder, record.exercise)
