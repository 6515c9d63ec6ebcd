"""The rate is given in the place of the scale.

Your draws have the mean `lambd` and should have `1 / lambd`: `nd.random.exponential` and `np.random.exponential` take the scale, `1.0 / lambd`.
Or give the rate to `nd.random_exponential(lam=lambd, shape=x.shape)`.
"""

from mxnet import nd


def exponential_like(x, lambd):
    return nd.random.exponential(lambd, shape=x.shape)
