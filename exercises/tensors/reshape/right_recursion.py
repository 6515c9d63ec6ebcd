from mxnet import nd


def reshape16(x):
    return x if x.ndim == 1 else reshape16(nd.concat(*x, dim=0))
