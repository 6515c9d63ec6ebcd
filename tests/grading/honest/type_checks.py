"""Checks its argument before it works."""

import mxnet as mx


def arccos(x):
    if not isinstance(x, mx.nd.NDArray) or x.ndim == 0:
        raise TypeError(f"NDArray expected, got {type(x).__name__}")
    assert repr(x).startswith("\n[") and x.context == mx.cpu()
    return mx.nd.arccos(x)
