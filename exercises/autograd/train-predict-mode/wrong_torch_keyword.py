"""The argument is PyTorch's, and MXNet does not have it.

`nd.Dropout` has no argument `training`: the scope sets the mode.
"""

from mxnet import nd


def dropout_pair(x, p):
    return nd.Dropout(x, p=p, training=True), nd.Dropout(x, p=p, training=False)
