from mxnet.gluon import nn


def make_token_head(units):
    return nn.Dense(units, flatten=False)
