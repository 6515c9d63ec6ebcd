"""An argument of PyTorch that MXNet does not have.

`nd.Dropout` has no argument `training`: the scope says whether it trains.
"""

from mxnet import nd


def dropout_pair(x, p):
    return nd.Dropout(x, p=p, training=True), nd.Dropout(x, p=p, training=False)
