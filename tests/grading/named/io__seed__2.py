# mistake: Returns the order as a list of one-element NDArrays instead of ints.
# named: ?
import mxnet as mx
import numpy as np
from mxnet import gluon, nd


def seeded_draws(seed, n):
    mx.random.seed(seed)
    np.random.seed(seed)
    loader = gluon.data.DataLoader(list(range(n)), batch_size=1, shuffle=True)
    return nd.random.normal(shape=(n,)), [i for i in loader]
