from mxnet import nd


def count(x):
    return int(nd.size_array(x).asscalar())
