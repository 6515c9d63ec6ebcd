from mxnet import nd


def shape_of(x):
    return tuple(nd.shape_array(x).asnumpy().tolist())
