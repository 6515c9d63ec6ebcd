"""The probability is that of keeping an element.

In both frameworks `p` is the probability that an element is dropped: pass `p`, not `1 - p`.
"""

from mxnet import autograd, nd
def dropout_pair(x, p):
    with autograd.train_mode():
        on = nd.Dropout(x, p=1 - p)
    with autograd.predict_mode():
        off = nd.Dropout(x, p=1 - p)
    return on, off
