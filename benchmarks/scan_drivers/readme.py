"""Runs the examples in the description of the package in the folder SCANNED_PACKAGE, made smaller."""

import contextlib
import glob
import io
import os
import re
import signal

import torch

torch.manual_seed(0)
torch.set_num_threads(1)
SECONDS = 8


class TooLong(BaseException):
    """An example takes too long."""


def stop(*_: object) -> None:
    """End the example."""
    raise TooLong


signal.signal(signal.SIGALRM, stop)
with open(glob.glob(os.environ["SCANNED_PACKAGE"] + "/*.dist-info/METADATA")[0], encoding="utf-8") as file:
    description = file.read()
for block in re.findall(r"```(?:python|py)\n(.*?)```", description, re.DOTALL):
    small = re.sub(r"\b(1024|2048|4096|8192)\b", "64", block)
    small = re.sub(r"depth\s*=\s*\d+", "depth = 2", small).replace(".cuda()", "")
    signal.alarm(SECONDS)
    with contextlib.suppress(Exception, TooLong), contextlib.redirect_stdout(io.StringIO()):
        exec(compile(small, "<example>", "exec"), {"__name__": "example"})  # noqa: S102 - that is the work
    signal.alarm(0)
