"""The draws wait for two successes.

Your counts are too long: `k` is how many successes are waited for, and the geometric distribution waits for one, `k=1`.
"""

from mxnet import nd


def geometric_like(x, p):
    return nd.random.negative_binomial(k=2, p=p, shape=x.shape) + 1
