"""The vector does not have its own initializer.

Without `init=` the vector gets the initializer of the Block, here `Normal(3)`: pass `init=mx.init.One()`.
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
