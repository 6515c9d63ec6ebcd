# mistake: Draws normal noise with that centre and scale instead of Cauchy noise.
# named: normal
from mxnet import nd


def cauchy_like(x, median, sigma):
    return nd.random.normal(median, sigma, shape=x.shape)
