import mxnet as mx
import numpy as onp
from mxnet import gluon, np


def seeded_draws(seed, n):
    mx.random.seed(seed)
    onp.random.seed(seed)
    loader = gluon.data.DataLoader(onp.arange(n), batch_size=1, shuffle=True)
    return np.random.normal(size=(n,)), [batch.asnumpy().item() for batch in loader]
