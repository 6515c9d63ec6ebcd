"""The total over the samples is divided by the number of batches.

You add the losses of all samples and divide by the number of batches: divide by the number of samples.
"""

from mxnet import gluon


def epoch_loss(batches):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    return sum(loss_fn(output, label).sum().asscalar() for output, label in batches) / len(batches)
