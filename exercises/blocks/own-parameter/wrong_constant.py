"""The vector is a constant, which cannot be trained.

`get_constant` creates a parameter that is never trained (`grad_req` is `null`): use `get` with `shape` and `init`.
"""

from mxnet import gluon, nd


class Scale(gluon.Block):
    def __init__(self, n):
        super().__init__()
        self.scale = self.params.get_constant("scale", nd.ones((n,)))

    def forward(self, x):
        return x * self.scale.data()


def make_scale(n):
    return Scale(n)
