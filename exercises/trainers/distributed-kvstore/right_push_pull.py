import mxnet as mx
from mxnet import autograd, gluon


def dist_train(net, batches, lr):
    store = mx.kv.create("dist_sync")
    store.set_optimizer(mx.optimizer.SGD(learning_rate=lr / store.num_workers))
    parameters = list(net.collect_params().values())
    for key, parameter in enumerate(parameters):
        store.init(key, parameter.data())
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label).mean()
        loss.backward()
        for key, parameter in enumerate(parameters):
            store.push(key, parameter.grad())
            store.pull(key, out=parameter.data())
