from mxnet import autograd, gluon, nd


def clip_step(net, trainer, data, label, max_norm):
    with autograd.record():
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label)
    loss.backward()
    trained = [p for p in net.collect_params().values() if p.grad_req != "null"]
    total = nd.add_n(*[(p.grad() ** 2).sum() for p in trained])
    norm = (total.sqrt() / len(data)).asscalar()
    if norm > max_norm:
        for p in trained:
            p.grad()[:] *= max_norm / norm
    trainer.step(len(data))
    return float(norm)
