"""The parameter is a matrix with one row, not a vector.

The parameter has the shape (1, n): create a vector, `shape=(n,)`; it is broadcast over the rows.
"""

from mxnet import gluon


class Scale(gluon.Block):
    def __init__(self, n):
        super().__init__()
        self.scale = self.params.get("scale", shape=(1, n), init="ones")

    def forward(self, x):
        return x * self.scale.data()


def make_scale(n):
    return Scale(n)
