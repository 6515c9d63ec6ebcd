# mistake: eight steps of the iteration are not enough for large eigenvalues, so the root is far too large there
# named: few-steps
from mxnet import nd


def matrix_root(a):
    y = a
    z = nd.eye(a.shape[0], dtype=a.dtype)
    for _ in range(8):
        y_next = (y + nd.linalg.inverse(z)) / 2
        z = (z + nd.linalg.inverse(y)) / 2
        y = y_next
    return y
