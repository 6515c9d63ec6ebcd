"""The gradient is divided by the size of this worker's part.

The server sums the gradients of all workers: divide by the size of the whole batch, `data.shape[0] * store.num_workers`.
"""

import mxnet as mx
from mxnet import autograd, gluon


def dist_train(net, batches, lr):
    store = mx.kv.create("dist_sync")
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr}, kvstore=store)
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
