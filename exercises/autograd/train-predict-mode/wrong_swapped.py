"""The pair is in the other order.

The array with dropout comes first, the unchanged array second.
"""

from mxnet import autograd, nd


def dropout_pair(x, p):
    with autograd.train_mode():
        a = nd.Dropout(x, p=p)
    with autograd.predict_mode():
        b = nd.Dropout(x, p=p)
    return b, a
