"""An autograder for Gradescope: writes the folder that an instructor uploads as a .zip, and runs in it.

The formats are specified in https://gradescope-autograders.readthedocs.io/en/latest/specs/.
"""

from __future__ import annotations

import json
import math
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from importlib import metadata
from pathlib import Path
from typing import Any

import click
import msgspec

import mxtutor
from mxtutor.classroom.bundle import TORCH_INDEX
from mxtutor.classroom.finder import collect_learner
from mxtutor.classroom.hand_ins import unread_lines
from mxtutor.classroom.lines import Result
from mxtutor.classroom.results_file import Gradebook, ResultsFile
from mxtutor.classroom.run import ClassRun, chosen_ids, load_content, now
from mxtutor.classroom.scoring import Scoring
from mxtutor.cli.grade import ISOLATION, ONLY, grade_here, ids_to_grade, scoring_of
from mxtutor.cli.options import PATH, NumberRange
from mxtutor.cli.painting import tell
from mxtutor.cli.setup import Setup
from mxtutor.cli.text import report_lines
from mxtutor.content.loader import load_course
from mxtutor.counts import count
from mxtutor.errors import BrokenError, UsageError
from mxtutor.grading.protocol import Verdict
from mxtutor.grading.references.prepare import fresh_seed
from mxtutor.private_files import replacing
from mxtutor.reporting.gradebook.tables import late_text, score_text
from mxtutor.reporting.sanitize import plain

SETTINGS = "mxtutor-autograder.json"
MAX_OUTPUT = 10_000
"""Maximum length of one test's text, in characters; Gradescope's page shows all of it."""
_SETUP = """\
#!/usr/bin/env bash
# Gradescope runs this once, when it builds the image of the autograder (Ubuntu, as root, with network).
set -euo pipefail
base="${{AUTOGRADER:-/autograder}}"
apt-get update
apt-get install -y --no-install-recommends python3 python3-venv libgomp1 libquadmath0
python3 -m venv "$base/venv"
"$base/venv/bin/pip" install --no-input --upgrade pip
"$base/venv/bin/pip" install --no-input --index-url {index} "{torch}"
"$base/venv/bin/pip" install --no-input -r "$base/source/requirements.txt"
"""
_RUN = """\
#!/usr/bin/env bash
# Gradescope runs this for each submission; the learner's files are in submission/.
set -euo pipefail
base="${AUTOGRADER:-/autograder}"
python="$base/venv/bin/python"
cd "$base/source"
export MXTUTOR_HOME="${TMPDIR:-/tmp}/mxtutor-home"
PYTHONPATH="$base/source" exec "$python" -m mxtutor --pack "$base/source/content" grade gradescope-run "$base"
"""
_README = """\
An autograder for Gradescope, written by mxtutor {version}.

1. Zip the files of this folder, not the folder itself: (cd {name} && zip -r ../autograder.zip .)
2. On Gradescope: Create Assignment, Programming Assignment, then Configure Autograder: upload autograder.zip and
   choose Ubuntu 22.04 as the base image and 2 CPUs or more.
3. Test Autograder with an answer of your own before learners hand in.

Learners upload <topic>/<slug>.py, <slug>.py (a quiz answer also as .txt), a .zip or .tar.gz,
a notebook or an export of mxtutor.
{settings} holds the exercises with their points, the due time and late rule, and the isolation of answers.
The due time on Gradescope decides when learners can still upload, this one what lateness costs.
If a test says that the machine cannot isolate untrusted answers, set "isolation" to "off" there:
then an answer has all rights of the container that Gradescope made for this one submission.
"""


@click.command("gradescope")
@click.argument("folder", type=PATH, metavar="DIR")
@ONLY
@click.option(
    "--points", type=NumberRange(0, min_open=True), help="For each one (default: the workshop's points, or 1)."
)
@ISOLATION
@click.pass_obj
def write_autograder(setup: Setup, folder: Path, only: tuple[str, ...], points: float | None, isolation: str) -> int:
    """Write an autograder for Gradescope into the new folder DIR."""
    root, ids, rules = setup.root, ids_to_grade(setup, only), scoring_of(setup) or Scoring({})
    rules = replace(rules, points={one: points or rules.points.get(one, 1.0) for one in ids})
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} exists already.", fix="Name a new folder.")
    settings = {
        "isolation": isolation,
        "scoring": msgspec.to_builtins(rules),
    }
    try:
        _fill(folder, root, settings)
    except OSError as error:  # `shutil.Error` is an OSError, too, with a list of all failures
        shutil.rmtree(folder, ignore_errors=True)
        reason = error.strerror or "not all files could be copied"
        raise UsageError(f"{folder} cannot be written: {reason}.", fix="Free space or name another folder.") from error
    tell(f"{folder} is an autograder for {count(len(ids), 'exercise')}; README.txt says how to upload it")
    return 0


def _fill(folder: Path, root: Path, settings: Mapping[str, Any]) -> None:
    """Write the files of an autograder into an empty or new folder."""
    needs = [need for need in metadata.requires("mxtutor") or [] if "extra ==" not in need]
    torch = next((need for need in needs if need.startswith("torch==")), "torch")
    folder.mkdir(exist_ok=True)
    ignored = shutil.ignore_patterns("__pycache__", "_content")
    shutil.copytree(Path(mxtutor.__file__).parent, folder / "mxtutor", ignore=ignored)
    for part in ("lessons", "exercises"):
        shutil.copytree(root / part, folder / "content" / part, ignore=shutil.ignore_patterns("__pycache__"))
    for name, lines in (("setup.sh", _SETUP.format(index=TORCH_INDEX, torch=torch)), ("run_autograder", _RUN)):
        (folder / name).write_text(lines)
        (folder / name).chmod(0o755)
    (folder / "requirements.txt").write_text("".join(f"{need}\n" for need in needs))
    (folder / SETTINGS).write_text(json.dumps(settings, indent=1) + "\n")
    text = _README.format(version=mxtutor.__version__, name=folder.name, settings=SETTINGS)
    (folder / "README.txt").write_text(text)


@click.command("gradescope-run", hidden=True)
@click.argument("base", type=PATH, metavar="DIR")
@click.pass_obj
def run_autograder(setup: Setup, base: Path) -> int:
    """Grade the submission below DIR (/autograder) and write its results.json.

    If mxtutor fails on an answer, Gradescope reports a failed autograder, and the learner loses nothing.
    """
    root = setup.root
    rules, confined = _settings(base / "source" / SETTINGS)
    course = load_course(root)
    content = load_content(course, chosen_ids(course, tuple(rules.points)))
    submission, results = base / "submission", base / "results"
    try:
        found = collect_learner(submission, course.exercises)
        results.mkdir(exist_ok=True)
        scratch = tempfile.TemporaryDirectory(prefix=".mxtutor-", dir=results)
    except OSError as error:
        raise UsageError(f"{submission} cannot be read: {error.strerror}.") from error
    found.answers = [one for one in found.answers if one.exercise in content.hashes]
    with scratch, ResultsFile(Path(scratch.name) / "results.jsonl") as file:
        run = ClassRun(file, found, content, fresh_seed(), scoring=rules, handed_in=_handed_in(base))
        if answers := run.begin():
            grade_here(setup, root, run, answers, confined=confined)
        file.end(partial=False, at=now())
        book = file.book()
        if any(result.graded is Verdict.BROKEN for result in book.all()):
            raise BrokenError("mxtutor failed on an answer.", fix="Run the autograder on this submission again.")
        data = gradescope_json(book, found.learners[0])
    with replacing(results / "results.json") as out:
        out.write(json.dumps(data, indent=1).encode())
    (results / "results.json").chmod(0o644)  # Gradescope's own processes must be able to read it
    return 0


def _settings(path: Path) -> tuple[Scoring, bool]:
    """Return the rules for points, and whether answers are confined, from the settings file."""
    try:
        found = json.loads(path.read_text("utf-8"))
        return msgspec.convert(found["scoring"], Scoring), found.get("isolation", "on") != "off"
    except (OSError, ValueError, KeyError, TypeError, AttributeError, msgspec.ValidationError) as error:
        fix = "`mxtutor grade gradescope DIR` writes the folder again."
        raise UsageError(f"{path} cannot be read.", fix=fix) from error


def _handed_in(base: Path) -> float:
    """Return when Gradescope received the submission, in seconds since 1970; 0 if unknown."""
    try:
        created = json.loads((base / "submission_metadata.json").read_text("utf-8"))["created_at"]
        return datetime.fromisoformat(created.replace("Z", "+00:00")).timestamp()
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return 0.0


def gradescope_json(book: Gradebook, learner: str) -> dict[str, Any]:
    """Return results.json for a submission: a test per exercise with its points."""
    own = {result.exercise: result for result in book.of(learner)}
    tests = [_test(book, identity, own.get(identity)) for identity in book.run.exercises]
    lines = [f"{book.right(learner)} right of {len(own)} handed in; set: {count(book.total, 'exercise')}."]
    lines += [f"Not read: {line}" for line in unread_lines(book.run.unread)]
    run = book.run
    return {
        "score": math.fsum(test["score"] for test in tests),
        "output": plain("\n".join(lines))[:MAX_OUTPUT],
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "execution_time": round(sum(result.seconds for result in own.values())),
        "extra_data": {"versions": dict(run.versions), "content": run.content, "seed": run.seed},
        "tests": tests,
    }


def _test(book: Gradebook, identity: str, result: Result | None) -> dict[str, Any]:
    test: dict[str, Any] = {
        "name": f"{identity} {book.run.titles.get(identity, '')}".strip(),
        "max_score": book.scoring.points[identity] if book.scoring else 1.0,
        "output_format": "text",
        "visibility": "visible",
    }
    score = book.score(result) if result else None
    if result is None or score is None:
        return test | {"score": 0.0, "status": "failed", "output": "No answer was handed in."}
    lines = [click.unstyle(line) for line in report_lines(book.report(result), Path("FILE"))]
    if score.points not in (0.0, score.of):
        lines.insert(1, f"  {score_text(score)}{late_text(score)}")
    return test | {
        "score": score.points,
        "status": "passed" if result.right else "failed",
        "output": plain("\n".join(lines))[:MAX_OUTPUT],
        "extra_data": {"verdict": result.verdict.value, "mistakes": [mistake.code for mistake in result.mistakes]},
    }
