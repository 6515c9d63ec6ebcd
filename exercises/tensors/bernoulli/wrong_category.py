"""One category is drawn per row.

You draw one index per row: for `nd.random.multinomial(p)` a row holds the probabilities of its positions. Compare
`nd.random.uniform(shape=p.shape) < p` instead.
"""

from mxnet import nd


def bernoulli(p):
    return nd.random.multinomial(p)
