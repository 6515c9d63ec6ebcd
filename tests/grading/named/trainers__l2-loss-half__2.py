# mistake: Doubles L2Loss but forgets the mean over the samples, so a vector comes back.
# named: per-sample
from mxnet import gluon


def mse(pred, target):
    return 2 * gluon.loss.L2Loss()(pred, target)
