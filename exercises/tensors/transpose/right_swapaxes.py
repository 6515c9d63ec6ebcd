from mxnet import nd


def transpose(x):
    return nd.swapaxes(x, dim1=0, dim2=1)
