"""A diagonal matrix is made of every row.

You make diagonal matrices of a matrix's rows, as `nd.linalg.makediag` does; of a matrix the diagonal is asked for: `nd.diag(x)`.
"""

from mxnet import nd


def diag(x):
    return nd.linalg.makediag(x)
