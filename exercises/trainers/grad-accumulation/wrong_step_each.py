"""There is a step after each part.

You step after each part, so the later parts use changed weights: step once, after the last part.
"""

from mxnet import autograd, gluon


def accumulate_step(net, micro_batches, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in micro_batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
