"""One mean and one deviation serve for all columns.

Without `axis` a reduction runs over the whole array: pass `axis=0, keepdims=True`.
"""

from mxnet import nd


def standardise(capsule):
    x = nd.from_dlpack(capsule)
    x -= x.mean()
    x /= nd.sqrt(nd.square(x).mean())
    return x.to_dlpack_for_read()
