"""There is only one step, at the end.

You step once, after the last batch, but each `backward` overwrites the previous gradient: step inside the loop.
"""

from mxnet import autograd, gluon


def train(net, batches, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
    trainer.step(data.shape[0])
