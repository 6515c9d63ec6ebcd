"""The store is created, but not used.

You joined the job, but the Trainer does not get the store: pass it as `kvstore=store`.
"""

import mxnet as mx
from mxnet import autograd, gluon


def dist_train(net, batches, lr):
    store = mx.kv.create("dist_sync")
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0] * store.num_workers)
