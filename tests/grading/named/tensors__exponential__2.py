# mistake: Forgets shape=, so a single number is drawn and spread over the array.
# named: one-draw
from mxnet import nd


def exponential_like(x, lambd):
    x[:] = nd.random.exponential(1 / lambd)
    return x
