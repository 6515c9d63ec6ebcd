"""The bias is missing.

PyTorch's `Linear` has a bias as well: leave `use_bias=False` out.
"""

from mxnet.gluon import nn


def make_token_head(units):
    return nn.Dense(units, flatten=False, use_bias=False)
