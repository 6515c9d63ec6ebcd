# mistake: Swaps the special values in reshape: (-1, 0) keeps axis 1 and merges the rest into the batch axis.
# named: zero-behind
from mxnet import gluon
from mxnet.gluon import nn


class Head(gluon.HybridBlock):
    def __init__(self, units):
        super().__init__()
        with self.name_scope():
            self.dense = nn.Dense(units, activation="relu")

    def hybrid_forward(self, F, x):
        x = F.reshape(x / 255, (-1, 0))
        return self.dense(x)


def make_head(units):
    return Head(units)
