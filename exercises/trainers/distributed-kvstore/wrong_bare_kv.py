"""A name is used without an import.

The documents write `kv.create`: it is `mx.kv.create('dist_sync')`.
"""

from mxnet import autograd, gluon


def dist_train(net, batches, lr):
    store = kv.create("dist")  # noqa: F821
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr}, kvstore=store)
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0] * store.num_workers)
