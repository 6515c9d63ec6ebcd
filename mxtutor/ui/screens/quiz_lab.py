"""The lab of a question: the code that it shows, else the proof of its options, once it is answered."""

from __future__ import annotations

import ast
import builtins
import re

from mxtutor.content.model import Exercise
from mxtutor.grading.protocol import Grader
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.screens.lab import PairLab

NO_CODE = "This question has no code to run."
IMPORTS = {
    "mx": "import mxnet as mx",
    **{name: f"from mxnet import {name}" for name in ("nd", "np", "npx", "autograd", "gluon")},
    "nn": "from mxnet.gluon import nn",
}
"""Lines that the code of a question leaves out, by the name that they define."""
RTOL = 1e-4
"""Allowed relative error between the results of both sides."""


class QuizLab(PairLab):
    """The code of a question in MXNet; the side of PyTorch is empty until the learner compares."""

    AUTO_FOCUS = "#lab-mxnet"

    def __init__(self, grader: Grader, exercise: Exercise, code: str) -> None:
        super().__init__(grader, (exercise.id,), "", code, RTOL)


async def quiz_lab(grader: Grader, exercise: Exercise) -> QuizLab | None:
    """Return the lab of a question; None if it has no code to run."""
    code = await in_thread(lambda: _code(exercise))
    return QuizLab(grader, exercise, code) if code else None


def _code(exercise: Exercise) -> str:
    """Return the code that the question shows, with the lines that it needs to run; else the proof of its options."""
    if exercise.kind == "predict":
        return f"{exercise.snippet.strip()}\nresult\n"
    blocks = re.findall(r"^```python\n(.*?)^```", exercise.prompt, re.DOTALL | re.MULTILINE)
    return _runnable("\n".join(map(str, blocks))) or exercise.proof


def _runnable(code: str) -> str:
    """Return code with its imports, and with a last line that has a value; empty if it lacks other names."""
    tree = ast.parse(code)
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    assigned = {node.id for node in names if isinstance(node.ctx, ast.Store)} | {*dir(builtins)}
    assigned |= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    assigned |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    missing = list(dict.fromkeys(node.id for node in names if node.id not in assigned))
    if not tree.body or not all(name in IMPORTS for name in missing):
        return ""
    last = tree.body[-1]
    shown = last.targets[0] if isinstance(last, ast.Assign) else None
    value = f"\n{shown.id}" if isinstance(shown, ast.Name) else ""
    imports = "".join(f"{IMPORTS[name]}\n" for name in missing)
    return f"{imports}\n{code.strip()}{value}\n".lstrip()
