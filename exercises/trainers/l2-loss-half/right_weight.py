from mxnet import gluon


def mse(pred, target):
    return gluon.loss.L2Loss(weight=2.0)(pred, target).mean()
