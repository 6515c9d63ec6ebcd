from mxnet import autograd, gluon


def parallel_step(net, data, label, ctxs, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr}, update_on_kvstore=False)
    pairs = zip(*(gluon.utils.split_and_load(whole, ctxs, even_split=False) for whole in (data, label)))
    with autograd.record():
        losses = [gluon.loss.SoftmaxCrossEntropyLoss()(net(x), y) for x, y in pairs]
    autograd.backward(losses)
    trainer.allreduce_grads()
    trainer.update(len(label))
