from mxnet import nd


def remainder(x, d):
    return nd.array([number % d for number in x.reshape((-1,)).asnumpy().tolist()]).reshape(x.shape)
