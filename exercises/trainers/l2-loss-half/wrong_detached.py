"""The loss gives no gradient for `pred`.

The value is right, but it does not depend on `pred` in the recorded graph, so you cannot train with it: leave `detach` out, and use only MXNet's operators.
"""

from mxnet import gluon


def mse(pred, target):
    return (gluon.loss.L2Loss()(pred, target) * 2).mean().detach()
