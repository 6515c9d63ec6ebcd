"""The Parameter itself is multiplied.

A Parameter is not an array: multiply by its array, `self.scale.data()`.
"""

from mxnet import gluon


class Scale(gluon.Block):
    def __init__(self, n):
        super().__init__()
        self.scale = self.params.get("scale", shape=(n,), init="ones")

    def forward(self, x):
        return x * self.scale


def make_scale(n):
    return Scale(n)
