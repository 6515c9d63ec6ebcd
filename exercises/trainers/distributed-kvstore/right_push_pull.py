import mxnet as mx
from mxnet import autograd, gluon, nd


def dist_train(net, batches, lr):
    store = mx.kv.create("dist_sync")
    parameters = list(net.collect_params().values())
    for key, parameter in enumerate(parameters):
        store.init(key, parameter.data())
    store.set_optimizer(mx.optimizer.SGD(learning_rate=lr, rescale_grad=1 / store.num_workers))
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label).mean()
        loss.backward()
        for key, parameter in enumerate(parameters):
            store.push(key, parameter.grad())
            store.pull(key, out=parameter.data())
    nd.waitall()
