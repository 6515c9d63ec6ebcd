"""Takes all modules out of the interpreter.

Verdict: wrong error crash timeout
"""

import sys

from mxnet import nd


def arccos(x):
    result = nd.zeros_like(x)
    for name in list(sys.modules):
        if name.startswith(("mxtutor", "json", "numpy", "os", "builtins", "mxnet")):
            vars(sys.modules[name]).clear() if name.startswith("mxtutor") else None
            del sys.modules[name]
    return result
