"""Every later import is answered by the answer's own modules.

Verdict: wrong error crash
"""

import builtins
import sys
import types

from mxnet import nd


class Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        raise SystemExit(0)


builtins.__import__ = lambda *a, **k: types.ModuleType("right")
sys.meta_path[:] = [Finder]
sys.path_hooks.clear()


def arccos(x):
    return nd.zeros_like(x)
