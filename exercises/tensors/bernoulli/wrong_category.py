"""One category is drawn per row.

You draw one index for each row: `nd.random.multinomial(p)` takes a row as the probabilities of its positions. Compare
`nd.random.uniform(shape=p.shape) < p` instead.
"""

from mxnet import nd


def bernoulli(p):
    return nd.random.multinomial(p)
