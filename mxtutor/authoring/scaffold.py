"""Creates the files of a new exercise."""

from __future__ import annotations

import keyword
import re
from pathlib import Path

from mxtutor.content.loader import load_course
from mxtutor.errors import UsageError

_WRONG = '"""{}.\n\n{}\n"""\n\n\ndef {{entry}}(x):\n    return {}\n'
_FILES = {
    "exercise.yaml": """\
title: What it does, in a few words
prompt: |
  What must be done, in two to five sentences.
params: {{x: "float32, any shape"}}
hints:
  - An idea.
  - The name in the API.
  - "return nd.___(x)"
domain: {{x: {{shape: any}}}}
compare: {{values: [1.0e-5, 1.0e-6], inputs: unchanged, gradient: true}}
explain: |
  Why the idiomatic answer is right, and what differs from PyTorch.
""",
    "reference.py": "import torch\n\n\ndef {entry}(x):\n    return torch.square(x)\n",
    "solution.py": "from mxnet import nd\n\n\ndef {entry}(x):\n    return nd.square(x)\n",
    "right_np.py": "from mxnet import np\n\n\ndef {entry}(x):\n    return np.square(x.as_np_ndarray())\n",
    "right_composite.py": "def {entry}(x):\n    return x * x\n",
    "wrong_cube.py": _WRONG.format("The cube", "That is the third power; square it.", "x * x * x"),
    "wrong_magnitude.py": _WRONG.format("The magnitude", "That is the magnitude; square it.", "x.abs()"),
    "wrong_torch_name.py": _WRONG.format("A name of PyTorch's", "NDArrays have `square`.", "x.square_()"),
}


PLACEHOLDERS = (
    "What it does, in a few words",
    "What must be done, in two to five sentences.",
    "An idea.",
    "The name in the API.",
    "Why the idiomatic answer is right, and what differs from PyTorch.",
)
"""Texts that an author replaces."""


def scaffold(root: Path, identity: str) -> list[Path]:
    """Create the folder of an exercise with example files to change; return the files.

    Raises:
        UsageError: the id is not `topic/slug` with a topic of the course, or its folder exists or cannot be made.
        ContentError: `lessons/course.yaml` cannot be read.
    """
    topics = [topic.id for topic in load_course(root).topics]
    topic, _, slug = identity.partition("/")
    if topic not in topics or not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", slug):
        fix = f"Write topic/slug; topics in course.yaml: {', '.join(topics) or 'none yet'}."
        raise UsageError(f"{identity!r} is not a valid id.", fix=fix)
    folder = root / "exercises" / identity
    if folder.exists():
        raise UsageError(f"{folder} exists already.")
    entry = slug.replace("-", "_")
    entry += "_" if keyword.iskeyword(entry) else ""
    try:
        folder.mkdir(parents=True)
        for name, text in _FILES.items():
            (folder / name).write_text(text.format(entry=entry), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{folder} cannot be made: {error.strerror}.") from error
    return [folder / name for name in _FILES]
