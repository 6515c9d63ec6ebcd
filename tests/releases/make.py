"""Writes the stored copies of the running release: `python tests/releases/make.py` before a release.

It makes a learner's home with real gradings, drafts, hints, lessons and settings, and its exports, in
`tests/releases/<version>/`. The copies stay in the repository: every later release must open them without loss.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
import tempfile
from pathlib import Path

from mxtutor import __version__, paths
from mxtutor.content.loader import load_exercise
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Report, Submission
from mxtutor.progress.model import Draft, Place
from mxtutor.progress.store import ProgressStore, open_store
from mxtutor.progress.transfer import export_to

HERE = Path(__file__).resolve().parent
SOLVED = ("tensors/arccos", "blocks/convnet", "autograd/record-and-backward")
WRONG = {
    "tensors/arcsin": "import mxnet as mx\nfrom mxnet import nd\n\n\ndef arcsin(x):\n    return nd.asin(x)\n",
    "tensors/erf": "def erf(x:\n",
    "tensors/zeros": "from mxnet import nd\n\n\ndef zeros(rows, cols):\n    while True:\n        pass\n",
    "tensors/quiz-repeat": "(2, 2)",
}
DRAFT = "# ユニコード, é, 𝛁, and a tab:\t\ndef clip(x, lo, hi):\n    ...\n"


def main() -> int:
    """Write the copies of this version; refuse to overwrite those of a release."""
    target = HERE / __version__
    if target.exists():
        print(f"{target} exists. The copies of a release never change.", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        os.environ["MXTUTOR_HOME"] = folder
        store = open_store(home)
        _fill(store)
        store.close()
        for name in ("export.json", "export.zip"):
            export_to(home / name, home)
        with sqlite3.connect(home / "progress.db") as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            database.execute("PRAGMA journal_mode = delete")
        target.mkdir()
        for name in ("progress.db", "export.json", "export.zip"):
            shutil.copyfile(home / name, target / name)
        shutil.copytree(home / "answers", target / "answers")
    print(f"{target} holds the copies of {__version__}.")
    return 0


def _fill(store: ProgressStore) -> None:
    content = paths.content_root()
    with LocalGrader() as grader:
        for name in (*SOLVED, *WRONG):
            folder = content / "exercises" / name
            exercise = load_exercise(folder, name)
            code = WRONG.get(name) or (folder / "solution.py").read_text(encoding="utf-8")
            store.save_draft(name, Draft(code, (1, 2)))
            store.add_attempt(name, code, grader.grade(Submission(exercise, code.encode(), seed=20811)))
    store.open_hint("tensors/arcsin", 2)
    store.give_up("tensors/erf")
    store.save_draft("tensors/clip", Draft(DRAFT, (2, 4)))
    store.set_aside("tensors/clip", "an earlier draft")
    store.add_attempt("tensors/gone", "x = 1\n", _any_report(store))
    store.start_over(["tensors/zeros"])
    for lesson in ("tensors/creating", "tensors/names"):
        store.mark_read(lesson)
    store.save_setting("theme", "textual-light")
    store.save_place(Place("exercise", "tensors/clip", 3))


def _any_report(store: ProgressStore) -> Report:
    report = store.report(store.attempts("tensors/arccos")[0].number)
    assert report is not None
    return report


if __name__ == "__main__":
    sys.exit(main())
