"""The Parameter is made outside the block's own store.

A bare `gluon.Parameter`, or an array with `attach_grad`, is not collected, so no Trainer gets it: take it from `self.params.get(...)`.
"""

from mxnet import gluon


class Scale(gluon.Block):
    def __init__(self, n):
        super().__init__()
        self.scale = gluon.Parameter("scale", shape=(n,), init="ones")

    def forward(self, x):
        return x * self.scale.data()


def make_scale(n):
    return Scale(n)
