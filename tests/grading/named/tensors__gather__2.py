# mistake: Uses nd.take along axis 1, which takes all indices from every row and gives three axes.
# named: take
from mxnet import nd


def gather(x, index):
    return nd.take(x, index, axis=1)
