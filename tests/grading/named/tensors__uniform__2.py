# mistake: Scales the unit draws by high instead of high - low.
# named: scaled-by-high
from mxnet import nd


def uniform_like(x, low, high):
    u = nd.random.uniform(shape=x.shape)
    return low + high * u
