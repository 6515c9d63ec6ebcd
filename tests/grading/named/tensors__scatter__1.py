# mistake: Sums one-hot rows, so a column that is named twice gets twice the value.
# named: counted-twice
from mxnet import nd


def scatter_const(rows, cols, index, value):
    return value * nd.one_hot(index, cols).sum(axis=1)
