"""The result is the sum of the features, not their mean.

Divide the sum of all parts once by the number of all rows.
"""

from mxnet import gluon


def feature_means(fn, x, ctxs):
    parts = gluon.utils.split_and_load(x, ctxs, even_split=False)
    sums = [fn(part).sum(axis=0).as_in_context(ctxs[0]) for part in parts]
    mean = sum(sums)
    return [mean.as_in_context(ctx) for ctx in ctxs]
