"""Columns by itertools, with a walrus."""

from itertools import accumulate
from operator import mul

from mxnet import nd


def cumprod(x):
    if (columns := x.shape[1]) == 1:
        return x.copy()
    return nd.concat(*accumulate((x[:, i : i + 1] for i in range(columns)), mul), dim=1)
