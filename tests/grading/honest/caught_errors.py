"""Tries three ways that fail before one that works."""

import mxnet as mx
from mxnet import nd


def arccos(x):
    for attempt in (lambda: nd.acos(x), lambda: nd.dot(x, nd.ones((997, 2))), lambda: nd.arccos(x)):
        try:
            result = attempt()
            result.wait_to_read()
            return result
        except (AttributeError, mx.MXNetError) as error:
            print("failed:", type(error).__name__)
