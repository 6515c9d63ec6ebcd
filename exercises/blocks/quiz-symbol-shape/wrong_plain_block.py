"""The net is a plain Block, which is never compiled.

A `gluon.Block` never gets Symbols, because it is never compiled: keep the HybridBlock and flatten without `x.shape`.
"""

from mxnet import gluon
from mxnet.gluon import nn


class Head(gluon.Block):
    def __init__(self, units):
        super().__init__()
        self.dense = nn.Dense(units, activation="relu")

    def forward(self, x):
        return self.dense((x / 255).reshape((x.shape[0], -1)))


def make_head(units):
    return Head(units)
