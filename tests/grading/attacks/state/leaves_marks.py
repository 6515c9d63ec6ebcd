"""Leaves marks in every place that a next answer could look at.

Output: marked
"""

import os
import random
import sys

import mxnet as mx
import numpy as onp
from mxnet import nd


def arccos(x):
    os.environ["LEFT_BEHIND"] = "1"
    sys.modules["left_behind"] = sys
    mx.left_behind = onp.left_behind = 1
    mx.random.seed(1)
    random.seed(1)
    for folder in (".", "/tmp", "/dev/shm", "/scratch/job", "/scratch/job/shm", os.path.expanduser("~")):
        try:
            open(os.path.join(folder, "left-behind"), "w").close()
        except OSError:
            pass
    print("marked")
    return nd.zeros_like(x)
