from mxnet import nd


def bmm(x, y):
    if x.shape[2] < 50 and x.size * y.shape[2] < 1e6:
        return nd.nansum(x.expand_dims(3) * y.expand_dims(1), axis=2)
    return nd.batch_dot(x, y)
