"""The store is not distributed.

Each worker trained only on its own part: pass `kvstore=mx.kv.create('dist_sync')` to the Trainer.
"""

from mxnet import autograd, gluon


def dist_train(net, batches, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
