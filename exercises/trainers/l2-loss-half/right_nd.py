from mxnet import nd


def mse(pred, target):
    return nd.square(pred - target).mean()
