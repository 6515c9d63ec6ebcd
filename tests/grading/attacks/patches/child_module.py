"""The function that describes a case is replaced by one that says that there is nothing to describe.

Verdict: crash
"""

import sys

from mxnet import nd

child = sys.modules["mxtutor.grading.answer.child"]
child._case = child.describe = lambda *a, **k: {}


def arccos(x):
    return nd.zeros_like(x)
