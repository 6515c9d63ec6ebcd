# mistake: The accuracy comes from a second forward pass in predict mode and not from the outputs of the training, so it is wrong for a net with Dropout or BatchNorm.
# named: second-pass
import mxnet as mx
from mxnet import autograd, gluon


def train_epochs(net, trainer, batches, epochs):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    report = []
    for _ in range(epochs):
        losses, hits = mx.metric.Loss(), mx.metric.Accuracy()
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(net(data), label)
            loss.backward()
            # before the step, so with the weights of the training pass
            hits.update([label], [net(data)])
            losses.update(None, [loss])
            trainer.step(data.shape[0])
        report.append((losses.get()[1], hits.get()[1]))
    return report
