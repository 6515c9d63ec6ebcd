"""Builds a symbol and executes it."""

import mxnet as mx


def arccos(x):
    data = mx.sym.Variable("data")
    return mx.sym.arccos(data).bind(mx.cpu(), {"data": x}).forward()[0]
