"""Empties the builtins.

Verdict: wrong error crash
"""

import builtins

from mxnet import nd


def arccos(x):
    result = nd.zeros_like(x)
    for name in ("isinstance", "len", "type", "BaseException", "all", "memoryview", "str", "dict", "list"):
        delattr(builtins, name)
    return result
