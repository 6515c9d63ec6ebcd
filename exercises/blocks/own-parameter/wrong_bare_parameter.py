"""The Parameter is created outside the Block's own dictionary.

A `gluon.Parameter` that is only an attribute, or an array with `attach_grad`, is not collected, so no Trainer gets it: create it with `self.params.get(...)`.
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
