"""Where the sandbox refuses something, the report says so, why, and what to do instead."""

from __future__ import annotations

import pytest

from mxtutor.grading.answer.failures import explain
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Report, Submission, Verdict
from tests.grading.rig import exercise

pytestmark = pytest.mark.grading

LOADER = (
    "import numpy\nfrom mxnet.gluon.data import ArrayDataset, DataLoader\n\n"
    "list(DataLoader(ArrayDataset(numpy.ones((4, 2))), 2, num_workers=1))"
)
REFUSED = {
    "a loader with workers": (LOADER, "start processes", "num_workers=0"),
    "a fork": ("import os\n\nos.fork()", "start processes", "threads"),
    "a program": ("import subprocess\n\nsubprocess.run(['ls'])", "start processes", "threads"),
    "a pool": ("import multiprocessing\n\nmultiprocessing.Pool(2)", "start processes", "threads"),
    "a connection": ("import socket\n\nsocket.create_connection(('127.0.0.1', 9))", "no network", "arguments"),
    "a download": ("import urllib.request\n\nurllib.request.urlopen('http://a.example')", "no network", "arguments"),
    "a file of the system": ("open('/etc/made-by-an-answer', 'w')", "refused this file", "relative path"),
    "a file elsewhere": ("open('/home/somebody/data.csv')", "refused this file", "relative path"),
    "a data set": ("from mxnet.gluon.data.vision import MNIST\n\nMNIST('/usr/x')", "refused this file", "downloaded"),
    "torch": ("import torch", "torch is not available to answers", "MXNet"),
    "a part of torch": ("from torch.nn import functional", "torch is not available to answers", "MXNet"),
    "torchvision": ("import torchvision.transforms as T", "torchvision is not available to answers", "MXNet"),
    "tensorflow": ("import tensorflow as tf", "tensorflow is not available to answers", "NumPy"),
    "a file of the learner's own": ("import my_helpers", "my_helpers is not available to answers", "one file"),
}


def graded(grader: LocalGrader, source: str, name: str = "tensors/arccos") -> Report:
    return grader.grade(Submission(exercise(name), source.encode(), seed=7))


@pytest.mark.parametrize("what", list(REFUSED))
def test_a_refusal_says_why_and_what_to_do(what: str, grader: LocalGrader) -> None:
    source, why, instead = REFUSED[what]
    report = graded(grader, source)
    assert report.verdict is Verdict.ERROR
    assert report.error is not None
    assert why in report.headline
    assert instead in report.headline
    assert report.headline.startswith(report.error.sandbox)
    assert "line" in report.headline


@pytest.mark.parametrize(
    "source",
    [
        "import mxnet.nothing",
        "from mxnet import nothing",
        "open('nothing.txt')",
        "raise PermissionError('mine')\n",
        "int('x')",
        "import os\n\nopen(os.path.join(os.getcwd(), 'nothing'))",
    ],
)
def test_an_error_of_the_answer_itself_blames_no_sandbox(source: str, grader: LocalGrader) -> None:
    report = graded(grader, source)
    assert report.error is not None
    assert report.error.sandbox == ""
    assert "sandbox" not in report.headline


def test_an_error_that_lies_about_itself_is_still_reported(grader: LocalGrader) -> None:
    odd = "class Odd(OSError):\n    errno = property(lambda self: 1 / 0)\n\nraise Odd(1, 'x')"
    assert graded(grader, odd).verdict is Verdict.ERROR


@pytest.mark.parametrize(
    ("number", "message"), [(28, "64 MiB"), (27, "64 MiB"), (24, "256 files"), (38, "refused this request")]
)
def test_limits_of_the_sandbox_are_named(number: int, message: str) -> None:
    assert message in explain(OSError(number, "x"))


def test_a_loader_may_have_workers_where_loaders_are_taught(grader: LocalGrader) -> None:
    subject = exercise("io/data-loader")
    source = subject.solution
    assert "DataLoader(" in source
    report = grader.grade(
        Submission(subject, source.replace("DataLoader(", "DataLoader(num_workers=1, dataset=").encode())
    )
    assert report.verdict is Verdict.RIGHT, report.headline
