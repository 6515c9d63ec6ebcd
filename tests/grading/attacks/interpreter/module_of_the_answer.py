"""Replaces its own module by one whose every attribute is a function that agrees.

Verdict: error wrong
"""

import sys
import types

from mxnet import nd


class Module(types.ModuleType):
    def __getattr__(self, name):
        return lambda *a: True


sys.modules[__name__] = Module(__name__)
sys.modules["answer"].__dict__.update(arccos=lambda x: nd.zeros_like(x))
