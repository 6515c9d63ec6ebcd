"""An argument of PyTorch that MXNet does not have.

MXNet calls the device `ctx`, not `device`.
"""

from mxnet import nd


def ones_plus_one(rows, cols, ctx):
    return nd.ones((rows, cols), device=ctx) + 1
