from mxnet import nd


def cumprod(x):
    return nd.concat(*[x[:, : j + 1].prod(axis=1, keepdims=True) for j in range(x.shape[1])])
