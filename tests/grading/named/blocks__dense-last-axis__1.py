# mistake: Leaves Dense's default flatten=True, which merges t and d into one axis.
# named: flattened
from mxnet.gluon import nn


def make_token_head(units):
    return nn.Dense(units)
