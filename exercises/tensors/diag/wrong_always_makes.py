"""A diagonal matrix is made from every row.

You make diagonal matrices from the rows of a matrix, as `nd.linalg.makediag` does; for a matrix return its diagonal: `nd.diag(x)`.
"""

from mxnet import nd


def diag(x):
    return nd.linalg.makediag(x)
