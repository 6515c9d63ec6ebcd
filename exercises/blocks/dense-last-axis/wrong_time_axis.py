"""The layer works on the time axis.

The layer mixes the steps of a sequence: it must work on the last axis, so leave the transpose out.
"""

from mxnet import gluon
from mxnet.gluon import nn


class TokenHead(gluon.Block):
    def __init__(self, units):
        super().__init__()
        self.dense = nn.Dense(units, flatten=False)

    def forward(self, x):
        return self.dense(x.transpose((0, 2, 1))).transpose((0, 2, 1))


def make_token_head(units):
    return TokenHead(units)
