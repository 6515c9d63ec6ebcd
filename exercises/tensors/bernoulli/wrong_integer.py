"""The result holds integers, not float32.

Your result is int32, as from `nd.random.multinomial` and `randint`: pass `dtype='float32'`, or use
`nd.random.uniform(shape=p.shape) < p`.
"""

from mxnet import nd


def bernoulli(p):
    return nd.random.multinomial(nd.stack(1 - p, p, axis=-1))
