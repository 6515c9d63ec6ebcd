"""The same array is returned for all devices.

All results are on the first device: move a copy to each context of `ctxs`.
"""

from mxnet import gluon


def feature_means(fn, x, ctxs):
    parts = gluon.utils.split_and_load(x, ctxs, even_split=False)
    sums = [fn(part).sum(axis=0).as_in_context(ctxs[0]) for part in parts]
    return [sum(sums) / len(x)] * len(ctxs)
