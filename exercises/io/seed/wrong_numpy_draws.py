"""The draws are NumPy's, not MXNet's.

The draws are a NumPy array: draw with `nd.random.normal`, which needs `mx.random.seed`.
"""

import numpy as onp
from mxnet import gluon


def seeded_draws(seed, n):
    onp.random.seed(seed)
    loader = gluon.data.DataLoader(list(range(n)), batch_size=1, shuffle=True)
    return onp.random.normal(size=(n,)), [int(i.asscalar()) for i in loader]
