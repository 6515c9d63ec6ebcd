"""The iteration stops too early.

A fixed number of steps is not enough for large eigenvalues: repeat until nothing changes, or repair the code with the eigenvectors.
"""

from mxnet import nd


def matrix_root(a):
    root = nd.eye(a.shape[0])
    for _ in range(8):
        root = (root + nd.dot(nd.linalg.inverse(root), a)) / 2
    return root
