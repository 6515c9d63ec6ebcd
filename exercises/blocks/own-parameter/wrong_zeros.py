"""The vector starts with zeros.

The vector starts with zeros, like a bias; it must start with ones: `init=mx.init.One()`.
"""

from mxnet import gluon


class Scale(gluon.Block):
    def __init__(self, n):
        super().__init__()
        self.scale = self.params.get("scale", shape=(n,), init="zeros")

    def forward(self, x):
        return x * self.scale.data()


def make_scale(n):
    return Scale(n)
