"""`npx.random.bernoulli` gets an `mx.nd` array.

`npx.random.bernoulli` takes `mx.np` arrays only and reads an `mx.nd.NDArray` as a number: pass
`prob=p.as_np_ndarray()`.
"""

from mxnet import npx


def bernoulli(p):
    return npx.random.bernoulli(prob=p)
