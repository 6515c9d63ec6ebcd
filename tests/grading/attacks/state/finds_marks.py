"""Looks for the marks of an answer that ran before.

After: state/leaves_marks
Output: found: none
"""

import os
import sys

import mxnet as mx
import numpy as onp
from mxnet import nd


def arccos(x):
    found = [n for n in ("LEFT_BEHIND",) if n in os.environ]
    found += [n for n in ("left_behind",) if n in sys.modules]
    found += [str(m) for m in (mx, onp) if hasattr(m, "left_behind")]
    for folder in (".", "/tmp", "/dev/shm", "/scratch/job", "/scratch/job/shm", os.path.expanduser("~")):
        if os.path.exists(os.path.join(folder, "left-behind")):
            found.append(folder)
    print("found:", ", ".join(found) or "none")
    return nd.zeros_like(x)
