"""The images are not scaled.

The division by 255 is missing.
"""

from mxnet import gluon
from mxnet.gluon import nn


class Head(gluon.HybridBlock):
    def __init__(self, units):
        super().__init__()
        self.dense = nn.Dense(units, activation="relu")

    def hybrid_forward(self, F, x):
        return self.dense(F.flatten(x))


def make_head(units):
    return Head(units)
