"""The elements are compared with a fixed threshold, but nothing is drawn.

Every call gives the same result, because nothing is drawn. Compare `p` with new uniform numbers,
`nd.random.uniform(shape=p.shape) < p`.
"""


def bernoulli(p):
    return p > 0.5
