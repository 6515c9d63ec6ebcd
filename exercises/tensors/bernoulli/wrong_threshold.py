"""The elements are compared with a fixed threshold, and nothing is drawn.

Nothing is drawn: every call gives the same. Compare `p` with fresh uniform numbers,
`nd.random.uniform(shape=p.shape) < p`.
"""


def bernoulli(p):
    return p > 0.5
