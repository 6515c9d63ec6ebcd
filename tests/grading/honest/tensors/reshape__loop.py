from mxnet import nd


def view16(x):
    while x.ndim > 1:
        x = nd.concat(*x, dim=0)
    return x
