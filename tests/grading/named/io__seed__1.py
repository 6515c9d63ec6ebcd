# mistake: Seeds only MXNet's generator, but the DataLoader shuffles with NumPy's.
# named: mxnet-only
import mxnet as mx
from mxnet import gluon, nd


def seeded_draws(seed, n):
    mx.random.seed(seed)
    draws = nd.random.normal(shape=(n,))
    loader = gluon.data.DataLoader(list(range(n)), batch_size=1, shuffle=True)
    return draws, [int(i.asscalar()) for i in loader]
