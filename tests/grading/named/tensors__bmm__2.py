# mistake: Sets transpose_b=True although y already has the shape (b, k, p).
# named: shapes-differ
from mxnet import nd


def bmm(x, y):
    return nd.batch_dot(x, y, transpose_b=True)
