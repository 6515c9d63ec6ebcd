from mxnet import gluon
from mxnet.gluon import nn


class TokenHead(gluon.Block):
    def __init__(self, units):
        super().__init__()
        with self.name_scope():
            self.dense = nn.Dense(units)

    def forward(self, x):
        n, t, d = x.shape
        return self.dense(x.reshape((n * t, d))).reshape((n, t, -1))


def make_token_head(units):
    return TokenHead(units)
