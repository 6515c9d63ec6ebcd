"""The first array is not computed in training mode.

Outside all scopes MXNet is in predict mode, so nothing was dropped: call the operator inside `with autograd.train_mode():` for the first array.
"""

from mxnet import autograd, nd


def dropout_pair(x, p):
    a = nd.Dropout(x, p=p)
    with autograd.predict_mode():
        b = nd.Dropout(x, p=p)
    return a, b
