from mxnet import nd


def mse(pred, target):
    return nd.norm(pred - target) ** 2 / pred.size
