# mistake: Returns a Python number with asscalar although an MXNet array is wanted.
# named: number-result, python-number
from mxnet import nd


def dist(x, y):
    return nd.norm(x - y).asscalar()
