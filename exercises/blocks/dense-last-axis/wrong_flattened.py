"""The sequence is flattened.

`nn.Dense` flattens everything after the first axis, so a whole sequence becomes one row: pass `flatten=False`.
"""

from mxnet.gluon import nn


def make_token_head(units):
    return nn.Dense(units)
