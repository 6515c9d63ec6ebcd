from mxnet import nd


def device_of(x):
    return nd.zeros_like(x).context
