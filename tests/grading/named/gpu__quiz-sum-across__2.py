# mistake: Adds the sums up with asscalar, so it returns a plain number instead of an array on ctxs[0].
# named: number-result
from mxnet import gluon, nd


def sum_of_squares(x, ctxs):
    parts = gluon.utils.split_and_load(x, ctxs, even_split=False)
    return sum(nd.square(part).sum().asscalar() for part in parts)
