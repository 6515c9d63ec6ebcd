"""The sum is on the last device, not on the first.

The sum is on another device: move every partial sum to `ctxs[0]`.
"""

from mxnet import gluon, nd


def sum_of_squares(x, ctxs):
    parts = gluon.utils.split_and_load(x, ctxs, even_split=False)
    return sum(nd.square(part).sum().as_in_context(ctxs[-1]) for part in parts)
