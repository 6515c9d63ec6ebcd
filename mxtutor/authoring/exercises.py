"""Proves an exercise by grading all answers that ship with it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from mxtutor.assessment.difficulty import item_of
from mxtutor.authoring.findings import Finding
from mxtutor.authoring.scaffold import PLACEHOLDERS
from mxtutor.content.loader import load_exercise
from mxtutor.content.model import Course, Exercise
from mxtutor.content.styles import styles_of
from mxtutor.counts import count
from mxtutor.errors import ContentError, TutorError
from mxtutor.grading.cases.draw import coverage_of
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Report, Submission, Verdict
from mxtutor.grading.references.prepare import Prepared, wanted_gradients
from mxtutor.grading.results.values import SEQUENCES, Value, ValueKind, show

_HEAD = "import mxnet as mx\nimport numpy as onp\nfrom mxnet import nd\n_calls = [0]\n"


def trivial_answers(exercise: Exercise, prepared: Prepared) -> Iterator[tuple[str, bytes]]:
    """Yield (name, source) of trivial answers, such as constants, made from the reference results."""
    names = ", ".join(exercise.params)
    yield "none", f"def {exercise.entry}({names}):\n    return None\n".encode()
    if exercise.params:
        first = next(iter(exercise.params))
        yield "input", f"def {exercise.entry}({names}):\n    return {first}\n".encode()
    if exercise.compare.type == "none" or not prepared.expected:
        return
    for name, fill in (("zeros", "0"), ("ones", "1"), ("nan", "float('nan')")):
        results = [_like(o.value, fill) for o in prepared.expected]
        yield name, _replay(exercise, names, results, whole=True)
    yield "constant", _replay(exercise, names, [_literal(prepared.expected[0].value)], whole=False)


def _replay(exercise: Exercise, names: str, results: list[str], *, whole: bool) -> bytes:
    """Return an answer that returns the results in the order of calls, or the first one at every call."""
    index = "_calls[0] - 1" if whole else "0"
    calls = 3 if exercise.compare.statistics is not None else 1  # repeated calls test random draws
    position = f"({index}) // {calls} % {len(results)}" if whole else "0"
    made = ",\n    ".join(f"lambda: {r}" for r in results)
    body = (
        f"_results = [\n    {made},\n]\n\n\n"
        f"def {exercise.entry}({names}):\n    _calls[0] += 1\n    return _results[{position}]()\n"
    )
    return (_HEAD + body).encode()


def _like(value: Value, fill: str) -> str:
    """Return the source of an expression with the type, shape and dtype of a value, filled with one number."""
    if value.array is not None:
        dtype = value.array.dtype.name
        number = "0" if fill.startswith("float") and value.array.dtype.kind in "iub" else fill
        shape = value.array.shape or (1,)
        return f"nd.full({shape!r}, {number}, dtype='{dtype}')"
    if value.kind in SEQUENCES:
        return _listed(value, [_like(v, fill) for v in value.items])
    return fill


def _listed(value: Value, items: list[str]) -> str:
    """Return the source of a list or tuple of these items."""
    inner = ", ".join(items)
    return f"[{inner}]" if value.kind is ValueKind.LIST else f"({inner}{',' if len(items) == 1 else ''})"


def _literal(value: Value) -> str:
    """Return the source of an expression for a value."""
    if value.array is not None:
        array = value.array
        if array.size > 10_000:
            return f"nd.full({array.shape!r}, {float(array.reshape(-1)[0])!r}, dtype='{array.dtype.name}')"
        listed = repr(array.tolist()).replace("nan", "float('nan')").replace("inf", "float('inf')")
        made = f"onp.array({listed}, dtype='{array.dtype.name}').reshape({array.shape or (1,)!r})"
        return f"nd.array({made}, dtype='{array.dtype.name}')"
    if value.kind in SEQUENCES:
        return _listed(value, [_literal(v) for v in value.items])
    if value.kind is ValueKind.DTYPE:
        return f"onp.dtype('{value.plain}')"
    if value.kind is ValueKind.CONTEXT:
        return f"mx.{value.plain}"
    return repr(value.plain)


KNOWN_FILES = re.compile(
    r"(exercise\.yaml|(reference|run_reference|solution|starter|snippet|proof|observe_mxnet|observe_torch|verify_mxnet|right_\w+|wrong_\w+)\.py)"
)
STYLE_NAME = re.compile(r"(?=.*[a-z]{2})[^\s_][^\n]{1,58}[^\s.]")
"""A valid name of a right answer's style: at most 60 characters, with a word."""
ENOUGH_VARIANTS = 3
"""Minimum number of variants of a `predict` exercise with variants."""
MOST_GUESS = 0.4
"""Highest probability of guessing an item of `mxtutor assess` right."""
ORDINARY = (1e-4, 1e-5)
"""Largest tolerance that needs no reason: 160 float32 roundings of the largest value, as sums and small nets have."""
HINTS = range(3, 7)
"""Allowed numbers of hints."""
SHORT = 3
"""Maximum number of lines of a solution that the last hint may contain, except for a gap."""
TRAINED = ("array", "array_list", "array_pair")
"""Types of results through which a caller may train."""
ENOUGH_RIGHT, ENOUGH_WRONG = 2, 3
"""Minimum number of right answers besides the solution, and of wrong answers, of an exercise."""


def check_exercise(course: Course, exercise_id: str, grader: LocalGrader, seed: int) -> list[Finding]:
    """Prove an exercise; return its faults. Inputs are drawn with `seed`."""
    faults: list[str] = []
    try:
        exercise = load_exercise(course.folder(exercise_id), exercise_id)
        faults.extend(_form(exercise))  # what is found before an error stays
        if exercise.kind in ("code", "fix"):
            faults.extend(_code(exercise, grader, seed))
        elif exercise.kind == "predict":
            faults.extend(_predict(exercise, grader))
        else:
            faults.extend(_choice(exercise, grader))
    except ContentError as error:
        faults += [str(error), *error.more]
    except TutorError as error:
        faults.append(str(error))
    except (OSError, ValueError) as error:  # a file is missing or not UTF-8
        faults.append(f"a file cannot be read: {error}")
    return [Finding(exercise_id, fault) for fault in faults]


def _form(exercise: Exercise) -> Iterator[str]:
    """Yield faults of files and texts, without running code."""
    for path in sorted(exercise.folder.iterdir()):
        if path.name != "__pycache__" and not KNOWN_FILES.fullmatch(path.name):
            yield f"{path.name} is not a file of an exercise"
    texts = [
        one.strip().partition("\n")[0]
        for one in (exercise.title, exercise.prompt, exercise.tolerance, exercise.explain, *exercise.hints)
    ]
    for text in PLACEHOLDERS:
        if text in texts:
            yield f"exercise.yaml still says {text!r}, as `dev new` wrote it"
    if not exercise.explain:
        yield "exercise.yaml lacks explain"
    if exercise.kind in ("code", "fix"):
        yield from _hints(exercise)
        rtol, atol = exercise.compare.rtol, exercise.compare.atol
        if (rtol > ORDINARY[0] or atol > ORDINARY[1]) and not exercise.tolerance:
            yield "exercise.yaml lacks tolerance: where the allowed error comes from"
        if len(list(exercise.folder.glob("right_*.py"))) < ENOUGH_RIGHT:
            yield f"fewer than {ENOUGH_RIGHT} right_<style>.py"
        if len(list(exercise.folder.glob("wrong_*.py"))) < ENOUGH_WRONG:
            yield f"fewer than {ENOUGH_WRONG} wrong_<mistake>.py"
        if exercise.kind == "fix" and not (exercise.folder / "starter.py").is_file():
            yield "a fix exercise needs a starter.py"
        yield from _unused(exercise)
        yield from _styles(exercise)
        yield from (f"domain: {fault}" for one in coverage_of(exercise) for fault in one.missing)
        yield from named_calls(exercise)
    if exercise.kind == "choice" and sum(o.right for o in exercise.options) != 1:
        yield "exactly one option must be right"
    yield from _item(exercise)
    for mistake in exercise.mistakes:
        for pattern in mistake.error:
            try:
                re.compile(pattern)
            except re.error as error:
                yield f"mistakes.{mistake.code}: {pattern!r} is not a regular expression: {error}"


def covered(exercise: Exercise) -> Iterator[str]:
    """Yield a table of the inputs that drawn cases cover, with the number of cases."""
    for found in coverage_of(exercise):
        yield f"{exercise.id}: {found.cases} cases from a domain"
        width = max(map(len, found.tried), default=0)
        for subject, counts in found.tried.items():
            yield f"  {subject:{width}}  {', '.join(f'{text} ({times})' for text, times in sorted(counts.items()))}"


def _hints(exercise: Exercise) -> Iterator[str]:
    """Yield faults of hints: their number, and those that contain every line of a longer solution."""
    if len(exercise.hints) not in HINTS:
        number, least, most = len(exercise.hints), HINTS[0], HINTS[-1]
        yield f"exercise.yaml has {count(number, 'hint')}, {least} to {most} are needed"
    lines = _answer_lines(exercise)
    given = _squeezed("\n".join(exercise.hints))
    if len(lines) > SHORT and all(line in given for line in lines):
        yield "the hints contain the whole solution; leave gaps (___) or lines out"


def _answer_lines(exercise: Exercise) -> list[str]:
    """Return the solution's lines of code without white space, imports, docstrings and the starter's lines."""
    body = [n for n in _solution_tree(exercise).body if not isinstance(n, (ast.Import, ast.ImportFrom))]
    lines = [_squeezed(line) for node in body for line in ast.unparse(node).splitlines()]
    started = {_squeezed(line) for line in exercise.starter.splitlines()}
    return [line for line in lines if line and line not in started and not line.startswith(("'", '"'))]


def _squeezed(text: str) -> str:
    """Return code without white space and with one kind of quotes."""
    return re.sub(r"\s+", "", text).replace('"', "'")


def _item(exercise: Exercise) -> Iterator[str]:
    """Yield the faults that prevent `mxtutor assess` from asking the exercise."""
    item = item_of(exercise)  # checks that the solution can be read
    if item.guess > MOST_GUESS:
        options = len(exercise.options)
        yield f"{options} options are too few to tell knowledge from guessing; give at least 3"


def named_calls(exercise: Exercise) -> Iterator[str]:
    """Yield names of mistakes with a call of the solution in them: learners see these after the first wrong answer."""
    given = {*re.findall(r"\w+", " ".join((exercise.title, exercise.prompt, exercise.reference, exercise.starter)))}
    for mistake in exercise.mistakes:
        for call in sorted(solution_calls(exercise) - given):
            if re.search(rf"\b{re.escape(call)}\b", mistake.short_name):
                yield f"the name of {mistake.code} contains `{call}`, which the solution calls"


def solution_calls(exercise: Exercise) -> set[str]:
    """Return the last parts of the names that the solution calls: `arccos` for `nd.arccos(x)`."""
    nodes = ast.walk(_solution_tree(exercise))
    return {n.func.attr for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)}


def _solution_tree(exercise: Exercise) -> ast.Module:
    try:
        return ast.parse(exercise.solution)
    except SyntaxError:  # reported where all files are parsed
        return ast.Module([], [])


def _styles(exercise: Exercise) -> Iterator[str]:
    """Yield right answers whose style has no valid name, or a repeated one."""
    styles = styles_of(exercise)
    for style in styles:
        fix = "give its docstring a first line that names the style"
        if not STYLE_NAME.fullmatch(style.name):
            yield f"{style.file}: {style.name!r} does not name a style; {fix}"
        elif sum(other.name == style.name for other in styles) > 1:
            yield f"{style.file}: another right answer is named {style.name!r}; {fix}"


def _unused(exercise: Exercise) -> Iterator[str]:
    """Yield answers whose parameters differ from those of the exercise."""
    wanted = list(exercise.params)
    for path in sorted(exercise.folder.glob("*.py")):
        try:
            tree = ast.parse(path.read_text(encoding="utf-8"))
        except SyntaxError as error:
            yield f"{path.name} does not parse: {error}"
            continue
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name == exercise.entry:
                names = [a.arg for a in node.args.args]
                if names != wanted:
                    yield f"{path.name}: parameters {names}, {wanted} expected"


def _code(exercise: Exercise, grader: LocalGrader, seed: int) -> Iterator[str]:
    def grade(source: bytes) -> Report:
        return grader.grade(Submission(exercise, source, seed))

    prepared = grader.references.get(exercise, seed)  # a fault of the reference is one finding, not one per answer
    yield from _trained(exercise, grader, prepared)
    if grade(exercise.starter.encode()).verdict is Verdict.RIGHT:
        yield "the starter is right already"
    for path in [exercise.folder / "solution.py", *sorted(exercise.folder.glob("right_*.py"))]:
        report = grade(path.read_bytes())
        if report.verdict is not Verdict.RIGHT:
            yield f"{path.name} is {report.verdict.value}: {summary_of(report)} (seed {seed})"
        for flag in report.flags:
            yield f"{path.name} is flagged {flag.code}: {flag.message} (seed {seed})"
    for path in sorted(exercise.folder.glob("wrong_*.py")):
        yield from _wrong(path, grade(path.read_bytes()), seed)
    for name, source in trivial_answers(exercise, prepared):
        verdict = grade(source).verdict
        if verdict is Verdict.RIGHT and name not in exercise.trivial:
            yield f"the trivial answer {name!r} passes (seed {seed})"
        if verdict is not Verdict.RIGHT and name in exercise.trivial:
            yield f"trivial lists {name!r}, which is {verdict.value}"


def _trained(exercise: Exercise, grader: LocalGrader, prepared: Prepared) -> Iterator[str]:
    """Yield a fault if the exercise does not say whether gradients count, or says so where the reference has none."""
    compare = exercise.compare
    if compare.gradient and not prepared.gradients:
        yield f"compare.gradient is true, and the reference has no gradient (seed {prepared.seed})"
        return
    if compare.gradient is not None or compare.type not in TRAINED or compare.statistics or exercise.observed:
        return
    if wanted_gradients(grader.frameworks.reference, exercise, prepared.cases, prepared.seed, None):
        yield "compare lacks gradient: true if a caller trains through the result, else false"


def _wrong(path: Path, report: Report, seed: int) -> Iterator[str]:
    code = path.stem.removeprefix("wrong_").replace("_", "-")
    if report.verdict is Verdict.RIGHT:
        yield f"{path.name} passes (seed {seed})"
    elif report.verdict is Verdict.BROKEN:
        yield f"{path.name}: {summary_of(report)}"
    elif code not in [d.code for d in report.diagnosis]:
        named = ", ".join(d.code for d in report.diagnosis) or "no known mistake"
        yield f"{path.name} is refused as {named} ({summary_of(report)}, seed {seed})"


def _predict(exercise: Exercise, grader: LocalGrader) -> Iterator[str]:
    """Prove each variant: the snippet runs, its value can be typed, and known mistakes are refused by name."""
    if 1 < exercise.variants < ENOUGH_VARIANTS:
        yield f"exercise.yaml has {count(exercise.variants, 'variant')}, {ENOUGH_VARIANTS} are needed"
    seen: list[str] = []
    for number in range(exercise.variants):
        variant = load_exercise(exercise.folder, exercise.id, number)
        place = f"variant {number + 1}: "
        if variant.snippet.strip() not in variant.prompt:
            yield f"{place}the prompt does not show snippet.py"
        if variant.snippet in seen:
            yield f"{place}an earlier variant has the same snippet"
        seen.append(variant.snippet)
        yield from (place + fault for fault in _variant(variant, grader))


def _variant(exercise: Exercise, grader: LocalGrader) -> Iterator[str]:
    def grade(typed: str) -> Report:
        return grader.grade(Submission(exercise, typed.encode()))

    run, value = grader.snippets.run("mxnet", f"{exercise.snippet.rstrip()}\nresult\n")
    if value is None:
        yield f"snippet.py fails: {run.fault or 'it gives None'}"
        return
    right = show(value)
    if grade(right).verdict is not Verdict.RIGHT:
        yield f"snippet.py gives {right}, which cannot be typed"
    for typed in ("None", "()", "0"):
        report = grade(typed)
        if report.verdict is not Verdict.WRONG:
            yield f"typed {typed}: {report.verdict.value} ({report.headline})"
    for mistake in exercise.mistakes:
        if not mistake.typed and exercise.variants > 1:
            yield f"mistakes.{mistake.code} lacks typed: an answer that this mistake leads to"
        for typed in mistake.typed:
            report = grade(typed.replace("...", "None"))
            named = [d.code for d in report.diagnosis]
            known = ", ".join(named) or "no known mistake"
            if report.verdict is not Verdict.WRONG or named != [mistake.code]:
                yield f"mistakes.{mistake.code}: {typed} is {report.verdict.value} as {known}"
            shown = [report.headline, *(d.message for d in report.diagnosis)]
            shown += [text for case in report.cases for a in case.aspects for text in (a.message, a.expected)]
            if any(re.search(rf"(?<!\w){re.escape(right)}(?!\w)", text) for text in shown):
                yield f"mistakes.{mistake.code}: the report on {typed} shows the right value {right}"


def _choice(exercise: Exercise, grader: LocalGrader) -> Iterator[str]:
    proof = exercise.folder / "proof.py"
    if not proof.is_file():
        yield "proof.py is missing"
        return
    source = proof.read_text(encoding="utf-8")
    if fault := grader.run("mxnet", source).fault:
        yield f"proof.py fails: {fault}"
    if "assert" not in source:
        yield "proof.py has no assertion"


def summary_of(report: Report) -> str:
    """Return the headline of a report with its first failed aspect."""
    first = next((a.message for c in report.cases for a in c.aspects if not a.ok and a.message), "")
    return report.headline if not first or first in report.headline else f"{report.headline}; {first}"
