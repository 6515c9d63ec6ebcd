"""The results are on the default device.

`nd.array` makes its array in the current context: pass `ctx=ctx` for each result.
"""

import numpy as onp
from mxnet import nd


def feature_means(fn, x, ctxs):
    k = len(ctxs)
    n = x.shape[0]
    sizes = onp.full(k, n // k)
    sizes[: n % k] += 1
    ends = sizes.cumsum()
    features = []
    for ctx, size, end in zip(ctxs, sizes.tolist(), ends.tolist()):
        features.append(fn(x[end - size : end].copyto(ctx)))
    # through the host, so that no operator sees two devices
    total = sum(f.sum(axis=0).asnumpy() for f in features)
    mean = total / n
    return [nd.array(mean, dtype="float32") for ctx in ctxs]
