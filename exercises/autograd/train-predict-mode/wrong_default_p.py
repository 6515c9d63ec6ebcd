"""The probability is left out.

Without `p` the operator drops half of all elements: pass `p=p`.
"""

from mxnet import autograd, nd


def dropout_pair(x, p):
    with autograd.train_mode():
        a = nd.Dropout(x)
    with autograd.predict_mode():
        b = nd.Dropout(x)
    return a, b
