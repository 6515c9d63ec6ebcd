# mistake: Draws from NumPy's generator, which mx.random.seed does not govern.
# named: numpy-random
import numpy as np
from mxnet import nd


def bernoulli(p):
    u = nd.array(np.random.rand(*p.shape))
    return u < p
