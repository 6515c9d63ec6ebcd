"""The array is read only once.

You store a copy of the first values, which `set_data` and a Trainer do not change: call `self.scale.data()` in each forward pass.
"""

from mxnet import gluon


class Scale(gluon.Block):
    def __init__(self, n):
        super().__init__()
        self.scale = self.params.get("scale", shape=(n,), init="ones")
        self.values = None

    def forward(self, x):
        if self.values is None:
            self.values = self.scale.data().copy()
        return x * self.values


def make_scale(n):
    return Scale(n)
