from mxnet import nd


def apply_fn(x, fn):
    return nd.array([fn(float(v)) for v in x.asnumpy().ravel()]).reshape(x.shape)
