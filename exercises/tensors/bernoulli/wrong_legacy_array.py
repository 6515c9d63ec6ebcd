"""An `mx.nd` array given to `npx.random.bernoulli`.

`npx.random.bernoulli` takes `mx.np` arrays only and reads an `mx.nd.NDArray` as a number: pass
`prob=p.as_np_ndarray()`.
"""

from mxnet import npx


def bernoulli(p):
    return npx.random.bernoulli(prob=p)
