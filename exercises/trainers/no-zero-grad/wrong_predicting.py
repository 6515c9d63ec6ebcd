"""The net is trained in predict mode.

`train_mode=False` records in predict mode, so Dropout drops nothing and BatchNorm uses its running statistics: leave it out.
"""

from mxnet import autograd, gluon


def train(net, batches, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record(train_mode=False):
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
