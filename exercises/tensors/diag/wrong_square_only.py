"""The operator accepts square matrices only.

`nd.linalg.extractdiag` takes square matrices only and makes nothing of a vector; `nd.diag(x)` does both jobs for any matrix.
"""

from mxnet import nd


def diag(x):
    return nd.linalg.extractdiag(x)
