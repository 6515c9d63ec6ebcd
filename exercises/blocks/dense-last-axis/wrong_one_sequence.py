"""The results of the sequences are joined along the wrong axis.

The sequences are on the wrong axis of the result: stack them along axis 0, or use `flatten=False`, which needs no stacking.
"""

from mxnet import gluon, nd
from mxnet.gluon import nn


class TokenHead(gluon.Block):
    def __init__(self, units):
        super().__init__()
        self.dense = nn.Dense(units)

    def forward(self, x):
        return nd.stack(*[self.dense(sequence) for sequence in x], axis=1)


def make_token_head(units):
    return TokenHead(units)
