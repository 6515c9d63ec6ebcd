"""Makes the exercise of own code, and compares a port with its original without a dialogue."""

from __future__ import annotations

import ast
import tempfile
from pathlib import Path

from mxtutor.content.loader import load_exercise
from mxtutor.errors import AnswerError, ContentError, UsageError
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Report, Submission
from mxtutor.grading.references.prepare import fresh_seed
from mxtutor.own_code.cutting import cut_out, loaded_cut
from mxtutor.own_code.design import Design, Wishes, design
from mxtutor.own_code.inputs import find_inputs
from mxtutor.own_code.probing import Prober
from mxtutor.own_code.sources import Original, bound_names
from mxtutor.own_code.writing import TOPIC, slug_of, write_pack
from mxtutor.suggest import did_you_mean, nearest


def make_design(grader: LocalGrader, original: Original, wishes: Wishes) -> Design:
    """Return how own code is compared with a port.

    Args:
        grader: its reference worker is confined, and runs own code.
        original: own code.
        wishes: what the learner says.

    Raises:
        UsageError: the code cannot run, or its results cannot be compared.
        BrokenError: torch cannot be used here.
    """
    prober = Prober(grader.frameworks.reference, grader.running)
    prepared, facts = prober.prepare(original)
    inputs = find_inputs(prober, prepared, facts, wishes.inputs)
    return design(prober, prepared, facts, inputs, wishes)


def compare_port(grader: LocalGrader, made: Design, answer: bytes, seed: int | None) -> Report:
    """Return the report on a port; the exercise exists only while it is judged.

    Raises:
        UsageError: own code fails on a drawn case.
        BrokenError: a framework cannot be used.
    """
    slug = slug_of(made.prepared.original.name)
    with tempfile.TemporaryDirectory(prefix="mxtutor-own-code-") as name:
        write_pack(Path(name), made, slug)
        try:
            exercise = load_exercise(Path(name) / "exercises" / TOPIC / slug, f"{TOPIC}/{slug}")
        except ContentError as error:  # the confined process, which is not trusted, described the inputs
            raise UsageError(
                f"{made.prepared.original.name} has inputs that no exercise can have.", fix="Give others with --inputs."
            ) from error
        chosen = fresh_seed() if seed is None else seed
        try:
            grader.references.get(exercise, chosen)
        except ContentError as error:
            original = made.prepared.original
            why = error.message.partition(" raised ")[2] or error.message
            raise UsageError(
                f"{original.name} fails on drawn inputs: {why}", fix="Give other inputs with --inputs."
            ) from error
        return grader.grade(Submission(exercise, answer, chosen))


def port_source(path: Path, source: bytes, owner: str, entry: str) -> bytes:
    """Return the source of a port, as the grader takes it.

    `entry` names what the port defines in place of `owner`. Modules of the port's project come along as copies.

    Raises:
        AnswerError: the port defines no such name.
    """
    try:
        text = source.decode("utf-8-sig")
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return source  # the report says what is wrong
    known = bound_names(tree)
    if entry != owner and entry not in known:
        fix = did_you_mean(nearest(entry, known), f"It defines {', '.join(list(known)[:8])}." if known else "")
        raise AnswerError(f"{path} defines no {entry!r}.", fix=fix)
    if str(path) != "-":
        port = Original(path.absolute(), entry, text, tree, None)
        cut = cut_out(port, whole=True)
        if len(cut.files) > 1 and entry in known:
            text = loaded_cut(port, cut)
    renamed = f"\n\n{owner} = {entry}\n" if entry != owner else ""
    return (text + renamed).encode("utf-8", "replace")
