"""Only one part is counted.

The partial sum of the first device is not the whole sum: move all partial sums to `ctxs[0]` and add them.
"""

from mxnet import gluon, nd


def sum_of_squares(x, ctxs):
    parts = gluon.utils.split_and_load(x, ctxs, even_split=False)
    return nd.square(parts[0]).sum()
