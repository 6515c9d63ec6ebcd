"""The dropout is on in every scope.

`mode='always'` drops elements in predict mode too: leave it out, the scopes set the mode.
"""

from mxnet import autograd, nd


def dropout_pair(x, p):
    with autograd.train_mode():
        a = nd.Dropout(x, p=p, mode="always")
    with autograd.predict_mode():
        b = nd.Dropout(x, p=p, mode="always")
    return a, b
