"""The rate is given instead of the scale.

Your draws have the mean `lambd` instead of `1 / lambd`: `nd.random.exponential` and `np.random.exponential` take the scale, `1.0 / lambd`.
Or pass the rate to `nd.random_exponential(lam=lambd, shape=x.shape)`.
"""

from mxnet import nd


def exponential_like(x, lambd):
    return nd.random.exponential(lambd, shape=x.shape)
