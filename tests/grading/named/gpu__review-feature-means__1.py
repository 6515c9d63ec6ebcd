# mistake: It averages the means of the devices, which is not the mean of all rows when the parts have different sizes.
# named: mean-of-means
import mxnet as mx
from mxnet import nd


def feature_means(fn, x, ctxs):
    base, extra = divmod(x.shape[0], len(ctxs))
    means, start = [], 0
    for i, ctx in enumerate(ctxs):
        stop = start + base + (1 if i < extra else 0)
        means.append(fn(x[start:stop].as_in_context(ctx)).mean(axis=0))
        start = stop
    total = means[0]
    for m in means[1:]:
        total = total + m.as_in_context(ctxs[0])
    mean = total / len(ctxs)
    return [mean.as_in_context(ctx) for ctx in ctxs]
