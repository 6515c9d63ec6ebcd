"""The gradient is divided by the batch size twice.

The loss is averaged already, and `step(n)` divides by n once more: use the vector loss, or `step(store.num_workers)`.
"""

import mxnet as mx
from mxnet import autograd, gluon


def dist_train(net, batches, lr):
    store = mx.kv.create("dist_sync")
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr}, kvstore=store)
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label).mean()
        loss.backward()
        trainer.step(data.shape[0] * store.num_workers)
