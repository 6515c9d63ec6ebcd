from mxnet import gluon


def epoch_loss(batches):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    weights = [label.shape[0] for _, label in batches]
    means = [loss_fn(output, label).mean().asscalar() for output, label in batches]
    return sum(w * m for w, m in zip(weights, means)) / sum(weights)
