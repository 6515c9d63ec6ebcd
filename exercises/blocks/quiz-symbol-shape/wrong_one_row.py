"""The batch is flattened too.

-1 alone also joins the samples of the batch: keep the first axis, `(0, -1)`.
"""

from mxnet import gluon
from mxnet.gluon import nn


class Head(gluon.HybridBlock):
    def __init__(self, units):
        super().__init__()
        self.dense = nn.Dense(units, activation="relu", flatten=False)

    def hybrid_forward(self, F, x):
        return self.dense(F.reshape(x / 255, (-1,)))


def make_head(units):
    return Head(units)
