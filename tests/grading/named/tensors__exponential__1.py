# mistake: Passes the rate to nd.random.exponential, whose parameter is the scale 1 / rate.
# named: rate-as-scale
from mxnet import nd


def exponential_like(x, lambd):
    return nd.random.exponential(lambd, shape=x.shape)
