"""A fixed threshold instead of a draw.

Nothing is drawn: every call gives the same. Compare `p` with fresh uniform numbers,
`nd.random.uniform(shape=p.shape) < p`.
"""


def bernoulli(p):
    return p > 0.5
