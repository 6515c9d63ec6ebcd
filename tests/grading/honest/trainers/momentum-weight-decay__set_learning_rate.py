"""Sets the rate afterwards, counts batches with a while loop."""

from mxnet import autograd, gluon


def train_sgd(net, batches, lr, momentum, weight_decay):
    options = dict(learning_rate=1.0, momentum=momentum, wd=weight_decay)
    trainer = gluon.Trainer(net.collect_params(), "sgd", options)
    trainer.set_learning_rate(lr)
    cross_entropy = gluon.loss.SoftmaxCrossEntropyLoss()
    waiting = list(batches)[::-1]
    while waiting:
        data, label = waiting.pop()
        with autograd.record():
            loss = cross_entropy(net(data), label)
        autograd.backward(loss)
        trainer.step(data.shape[0])
