from mxnet import nd


def count(x):
    return nd.size_array(x).asnumpy().item()
