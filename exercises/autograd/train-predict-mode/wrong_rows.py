"""Whole rows are dropped.

`axes` shares one draw along these axes, so that whole rows or columns fall out together: leave `axes` out, and each element is drawn by itself.
"""

from mxnet import autograd, nd


def dropout_pair(x, p):
    with autograd.train_mode():
        a = nd.Dropout(x, p=p, axes=(0,)) if x.ndim == 1 else nd.Dropout(x, p=p, axes=(1,))
    with autograd.predict_mode():
        b = nd.Dropout(x, p=p)
    return a, b
