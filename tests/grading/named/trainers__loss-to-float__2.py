# mistake: Calls torch's .item(), which an NDArray does not have.
# named: torch-item, torch-name
from mxnet import gluon


def mean_cross_entropy(logits, labels):
    loss = gluon.loss.SoftmaxCrossEntropyLoss()(logits, labels)
    return loss.mean().item()
