"""The ones come from a call in the constructor.

After `initialize` with `force_reinit=True` the vector has values of the Block's initializer: give the parameter an initializer of its own.
"""

import mxnet as mx
from mxnet import gluon


class Scale(gluon.Block):
    def __init__(self, n):
        super().__init__()
        self.scale = self.params.get("scale", shape=(n,))
        self.scale.initialize(mx.init.One())

    def forward(self, x):
        return x * self.scale.data()


def make_scale(n):
    return Scale(n)
