"""The sums are divided twice.

The mean of a part already divides by the number of its rows: add sums, and divide once by the number of all rows.
"""

from mxnet import gluon


def feature_means(fn, x, ctxs):
    parts = gluon.utils.split_and_load(x, ctxs, even_split=False)
    sums = [fn(part).mean(axis=0).as_in_context(ctxs[0]) for part in parts]
    mean = sum(sums) / x.shape[0]
    return [mean.as_in_context(ctx) for ctx in ctxs]
