# mistake: Steps with the worker's own share of the batch although the server adds up both workers' gradients, so the step is twice too large.
# named: local-batch
import mxnet as mx
from mxnet import autograd, gluon


def dist_train(net, batches, lr):
    kv = mx.kv.create("dist_sync")
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr}, kvstore=kv)
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
