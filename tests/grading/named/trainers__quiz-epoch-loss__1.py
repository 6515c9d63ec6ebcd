# mistake: Sums over the samples but still divides by the number of batches.
# named: per-batch
from mxnet import gluon


def epoch_loss(batches):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    total = 0.0
    for output, label in batches:
        total += loss_fn(output, label).sum().asscalar()
    return total / len(batches)
