# mistake: the batch size is taken from the first batch only, so the gradient of the smaller last batch is divided by too large a number.
# named: size-of-the-first-batch
import mxnet as mx
from mxnet import autograd, gluon


def train_epochs(net, trainer, batches, epochs):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    losses, hits = mx.metric.Loss(), mx.metric.Accuracy()
    batch_size = batches[0][0].shape[0]
    report = []
    for _ in range(epochs):
        losses.reset()
        hits.reset()
        for data, label in batches:
            with autograd.record():
                output = net(data)
                loss = loss_fn(output, label)
            loss.backward()
            trainer.step(batch_size)
            losses.update(0, loss)
            hits.update([label], [output])
        report.append((losses.get()[1], hits.get()[1]))
    return report
