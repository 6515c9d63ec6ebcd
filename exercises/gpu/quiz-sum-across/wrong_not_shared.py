"""One device does all the work.

The sum is right, but the other devices do nothing: split the batch, sum each part on its device, and move only the partial sums.
"""

from mxnet import nd


def sum_of_squares(x, ctxs):
    return nd.square(x.as_in_context(ctxs[0])).sum()
