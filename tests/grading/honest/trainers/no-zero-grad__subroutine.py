"""A helper class defined in the file holds the pieces."""

from mxnet import autograd, gluon


class Learner:
    loss = gluon.loss.SoftmaxCrossEntropyLoss()

    def __init__(self, net, lr):
        self.net, self.trainer = net, gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})

    def __lshift__(self, batch):
        data, label = batch
        with autograd.record():
            value = self.loss(self.net(data), label).mean()
        value.backward()
        self.trainer.step(1)
        return self


def train(net, batches, lr):
    learner = Learner(net, lr)
    for batch in batches:
        learner <<= batch
