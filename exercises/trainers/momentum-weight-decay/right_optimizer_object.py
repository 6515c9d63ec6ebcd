import mxnet as mx
from mxnet import autograd, gluon


def train_sgd(net, batches, lr, momentum, weight_decay):
    rule = mx.optimizer.SGD(learning_rate=lr, momentum=momentum, wd=weight_decay)
    trainer = gluon.Trainer(net.collect_params(), rule)
    for data, label in batches:
        with autograd.record():
            loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label).mean()
        loss.backward()
        trainer.step(1)
