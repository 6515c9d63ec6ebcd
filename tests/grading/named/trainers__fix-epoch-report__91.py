# mistake: The Loss metric gets the mean of each batch as one number, so the smaller last batch counts as much as the others in the reported loss.
# named: mean-of-means
import mxnet as mx
from mxnet import autograd, gluon


def train_epochs(net, trainer, batches, epochs):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    losses, hits = mx.metric.Loss(), mx.metric.Accuracy()
    report = []
    for _ in range(epochs):
        losses.reset()
        hits.reset()
        for data, label in batches:
            with autograd.record():
                output = net(data)
                loss = loss_fn(output, label).mean()
            loss.backward()
            trainer.step(1)
            losses.update(None, [loss])
            hits.update([label], [output])
        report.append((losses.get()[1], hits.get()[1]))
    return report
