"""The rows are not put back.

Each step of each sequence is a row of its own now; give the result the shape (n, t, units) again, or say `flatten=False`.
"""

from mxnet import gluon
from mxnet.gluon import nn


class TokenHead(gluon.Block):
    def __init__(self, units):
        super().__init__()
        self.dense = nn.Dense(units)

    def forward(self, x):
        return self.dense(x.reshape((-1, x.shape[2])))


def make_token_head(units):
    return TokenHead(units)
