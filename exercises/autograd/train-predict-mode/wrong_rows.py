"""Whole rows are dropped.

With `axes` all elements along these axes are dropped together, such as whole rows or columns: leave `axes` out, so that each element is dropped independently.
"""

from mxnet import autograd, nd


def dropout_pair(x, p):
    with autograd.train_mode():
        a = nd.Dropout(x, p=p, axes=(0,)) if x.ndim == 1 else nd.Dropout(x, p=p, axes=(1,))
    with autograd.predict_mode():
        b = nd.Dropout(x, p=p)
    return a, b
