"""The divisor counts every part as large as the last one.

The parts have different sizes: divide by the number of all rows, `x.shape[0]`.
"""

from mxnet import gluon


def feature_means(fn, x, ctxs):
    parts = gluon.utils.split_and_load(x, ctxs, even_split=False)
    sums = [fn(part).sum(axis=0).as_in_context(ctxs[0]) for part in parts]
    mean = sum(sums) / (parts[-1].shape[0] * len(ctxs))
    return [mean.as_in_context(ctx) for ctx in ctxs]
