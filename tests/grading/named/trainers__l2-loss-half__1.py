# mistake: Takes L2Loss as it is, which is half of the squared error.
# named: half
from mxnet import gluon


def mse(pred, target):
    return gluon.loss.L2Loss()(pred, target).mean()
