from mxnet import nd


def linear(x, w, b):
    return nd.dot(x, w, transpose_b=True) + b
