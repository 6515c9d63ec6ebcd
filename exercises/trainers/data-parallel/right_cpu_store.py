from mxnet import autograd, gluon


def parallel_step(net, data, label, ctxs, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr}, kvstore="local")
    pairs = zip(gluon.utils.split_and_load(data, ctxs), gluon.utils.split_and_load(label, ctxs))
    with autograd.record():
        losses = [gluon.loss.SoftmaxCrossEntropyLoss()(net(x), y) for x, y in pairs]
    autograd.backward(losses)
    trainer.step(len(label))
