from mxnet import autograd, gluon


def clip_step(net, trainer, data, label, max_norm):
    with autograd.record():
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label).mean()
    loss.backward()
    trained = [p for p in net.collect_params().values() if p.grad_req == "write"]
    norm = gluon.utils.clip_global_norm([p.list_grad()[0] for p in trained], max_norm)
    trainer.step(1)
    return norm
