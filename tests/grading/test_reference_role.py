"""A reference that is not trusted runs in the sandbox like an answer."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from mxtutor.content.model import Exercise
from mxtutor.errors import ContentError
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.references.prepare import Prepared, prepare
from mxtutor.grading.service.server import Service
from mxtutor.grading.workers.worker import Worker
from mxtutor.paths import content_root
from tests.grading.tiny import SEED, exercise

pytestmark = pytest.mark.grading
HEAD = "import torch\n\n\ndef square(x):\n"
HOSTILE = {
    "reads a file": "    return x * len(open({secret!r}).read())\n",
    "writes a file": "    open({secret!r}, 'a').write('changed')\n    return x\n",
    "starts a process": "    import os\n    if os.fork() == 0:\n        os._exit(0)\n    return x\n",
    "opens a socket": "    import socket\n    socket.socket(socket.AF_INET)\n    return x\n",
}


def with_reference(source: str, folder: Path) -> Exercise:
    """Return the exercise with another reference."""
    subject = exercise("square")
    target = folder / "square"
    shutil.copytree(subject.folder, target)
    (target / "reference.py").write_text(source)
    return replace(subject, folder=target)


def results(prepared: Prepared) -> list[np.ndarray]:  # type: ignore[type-arg]
    return [np.asarray(outcome.value.array) for outcome in prepared.expected]


def test_a_confined_reference_gives_the_same_results(grader: LocalGrader, confined: Worker) -> None:
    assert confined.ready is not None
    assert confined.ready.isolation == grader.frameworks.isolation
    ours = results(prepare(confined, exercise("square"), SEED))
    theirs = results(grader.references.get(exercise("square"), SEED))
    assert len(ours) == len(theirs) > 0
    assert all(one.tobytes() == other.tobytes() for one, other in zip(ours, theirs, strict=True))


@pytest.mark.parametrize("attempt", list(HOSTILE))
def test_a_hostile_reference_is_confined(attempt: str, confined: Worker, grader: LocalGrader, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("not for references")
    subject = with_reference(HEAD + HOSTILE[attempt].format(secret=str(secret)), tmp_path)
    with pytest.raises(ContentError, match=r"raised (PermissionError|FileNotFoundError|BlockingIOError)"):
        prepare(confined, subject, SEED)
    assert secret.read_text() == "not for references"
    assert prepare(grader.frameworks.reference, subject, SEED).expected, "the attempt works where nothing confines it"


def test_references_are_trusted_in_our_own_content_only(tmp_path: Path) -> None:
    assert not Service(content_root(), confined=True).workers.reference.role.confined
    assert Service(tmp_path, confined=True).workers.reference.role.confined
    assert Service(tmp_path, confined=False).workers.reference.role.confined
