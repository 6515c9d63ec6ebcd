"""The gradient is divided by the batch size twice.

The loss is averaged already, and `step(n)` divides by n once more: use the vector loss, or `step(1)`.
"""

from mxnet import autograd, gluon


def train_step(net, data, label, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    with autograd.record():
        loss = loss_fn(net(data), label).mean()
    loss.backward()
    trainer.step(data.shape[0])
