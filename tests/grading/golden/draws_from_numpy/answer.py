import numpy as np
from mxnet import nd

np.random.seed(0)


def uniform(low, high, shape):
    return nd.array(np.random.uniform(low, high, shape))
