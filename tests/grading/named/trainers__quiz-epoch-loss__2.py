# mistake: Divides by the number of batches times the first batch's size, which counts too many samples in the last batch.
# named: first-size
from mxnet import gluon


def epoch_loss(batches):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    batch_size = len(batches[0][1])
    total = 0.0
    for output, label in batches:
        total += loss_fn(output, label).sum().asscalar()
    return total / (len(batches) * batch_size)
