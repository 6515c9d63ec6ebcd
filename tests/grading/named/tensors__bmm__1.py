# mistake: Uses nd.dot, which combines every matrix of x with every matrix of y and gives four axes.
# named: plain-dot
from mxnet import nd


def bmm(x, y):
    return nd.dot(x, y)
