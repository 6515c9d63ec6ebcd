"""The probability is used as the probability of keeping an element.

In both frameworks `p` is the probability that an element is dropped: pass `p`, not `1 - p`.
"""

from mxnet import autograd, nd


def dropout_pair(x, p):
    with autograd.train_mode():
        a = nd.Dropout(x, p=1 - p)
    return a, nd.Dropout(x, p=1 - p)
