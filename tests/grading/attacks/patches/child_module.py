"""The function that describes a case is replaced by one that says that there is nothing to describe.

Verdict: crash
"""

import sys

from mxnet import nd

sys._getframe(1).f_globals.update(dict.fromkeys(("_case", "describe"), lambda *a, **k: {}))


def arccos(x):
    return nd.zeros_like(x)
