"""Each device gets the whole batch.

All devices do the same work: split the batch, `split_and_load(x, ctxs, even_split=False)`, so that each device squares only its part.
"""

from mxnet import nd


def sum_of_squares(x, ctxs):
    sums = [nd.square(x.as_in_context(ctx)).sum().as_in_context(ctxs[0]) for ctx in ctxs]
    return sum(sums) / len(ctxs)
