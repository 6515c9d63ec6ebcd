from mxnet import nd


def shape_of(x):
    return tuple(int(length) for length in nd.shape_array(x).asnumpy())
