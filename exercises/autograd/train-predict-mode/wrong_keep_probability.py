"""The probability is taken as that of keeping an element.

`p` is the probability of dropping in both frameworks: pass `p`, not `1 - p`.
"""

from mxnet import autograd, nd


def dropout_pair(x, p):
    with autograd.train_mode():
        a = nd.Dropout(x, p=1 - p)
    return a, nd.Dropout(x, p=1 - p)
