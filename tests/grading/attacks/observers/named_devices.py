"""A table of MXNet's names of devices names the device of every array anew.

Exercise: gpu/create-on-ctx
Verdict: wrong error
"""

import mxnet as mx
from mxnet import nd


class Named(mx.Context):
    def __str__(self):
        return "cpu"


def ones_plus_one(rows, cols, ctx):
    mx.Context.devtype2str[1] = "cpu"
    result = nd.ones((rows, cols), ctx=mx.cpu(0)) + 1
    mx.Context.devtype2str[1] = Named("cpu", ctx.device_id)
    return result
