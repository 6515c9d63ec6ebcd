# mistake: Forgets pi in the tangent of the inverse transform, so the tails are cut off.
# named: no-pi
from mxnet import nd


def cauchy_like(x, median, sigma):
    u = nd.random.uniform(shape=x.shape)
    return median + sigma * nd.tan(u - 0.5)
