import mxnet as mx
from mxnet import autograd, gluon


def dist_train(net, batches, lr):
    store = mx.kv.create("dist")
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr / store.num_workers}, kvstore=store)
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(len(label))
