"""The rows are not reshaped back.

Each step of each sequence is a separate row in your result: reshape it to (n, t, units), or pass `flatten=False`.
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
