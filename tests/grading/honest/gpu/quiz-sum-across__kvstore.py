"""Partial sums as norms, added up by nd.add_n."""

from mxnet import gluon, nd


def sum_of_squares(x, ctxs):
    home, *_ = ctxs
    parts = gluon.utils.split_and_load(x, ctxs, even_split=False)
    squares = [nd.norm(part) ** 2 for part in parts]
    return nd.add_n(*(square.as_in_context(home) for square in squares))
