"""Every batch is counted with the size of the first.

You count every batch with the size of the first one: add `len(label)` of each batch.
"""

from mxnet import gluon


def epoch_loss(batches):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    total = sum(loss_fn(output, label).sum().asscalar() for output, label in batches)
    return total / (len(batches) * batches[0][1].shape[0])
