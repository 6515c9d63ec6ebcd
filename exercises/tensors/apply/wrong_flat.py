"""The shape is lost.

Your result is flat: it holds the right values, but it needs `.reshape(x.shape)` after `nd.array`.
"""

from mxnet import nd


def apply_fn(x, fn):
    return nd.array([fn(float(v)) for v in x.asnumpy().ravel()])
