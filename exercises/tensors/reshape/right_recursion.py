from mxnet import nd


def view16(x):
    return x if x.ndim == 1 else view16(nd.concat(*x, dim=0))
