"""The vector has no initializer of its own.

Without `init=` the vector is drawn by whatever the block is initialised with, here `Normal(3)`: give it `init=mx.init.One()`.
"""

from mxnet import gluon


class Scale(gluon.Block):
    def __init__(self, n):
        super().__init__()
        self.scale = self.params.get("scale", shape=(n,))

    def forward(self, x):
        return x * self.scale.data()


def make_scale(n):
    return Scale(n)
