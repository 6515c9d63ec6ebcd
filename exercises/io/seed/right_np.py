import mxnet as mx
import numpy as onp
from mxnet import gluon, np


def seeded_draws(seed, n):
    onp.random.seed(seed)
    order = []
    for batch in gluon.data.DataLoader(list(range(n)), batch_size=16, shuffle=True):
        order += batch.asnumpy().tolist()
    mx.random.seed(seed)
    return np.random.normal(size=(n,)), order
