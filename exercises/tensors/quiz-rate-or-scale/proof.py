import mxnet as mx
from mxnet import nd, np

N = 100_000
mx.random.seed(7)


def mean(draws):
    return float(draws.asnumpy().mean())


# The mean of N exponential draws strays from m by m / sqrt(N), 0.3%; 3% is ten times that.
assert abs(mean(nd.random.exponential(0.25, shape=(N,))) - 0.25) < 0.0075, "the right option"
assert abs(mean(nd.random.exponential(4, shape=(N,))) - 4) < 0.12
assert abs(mean(nd.random_exponential(lam=0.25, shape=(N,))) - 4) < 0.12
assert abs(mean(np.random.exponential(4, size=(N,))) - 4) < 0.12
assert abs(mean(nd.random_exponential(lam=4, shape=(N,))) - 0.25) < 0.0075, "why: lam=4 would be right"
