from mxnet import autograd, gluon, nd


def clip_step(net, trainer, data, label, max_norm):
    with autograd.record():
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label)
    loss.backward()
    gradients = [p.grad() for p in net.collect_params().values() if p.grad_req != "null"]
    norm = (nd.add_n(*[(g**2).sum() for g in gradients]).sqrt() / len(data)).asscalar()
    factor = min(1.0, max_norm / norm)
    for g in gradients:
        g *= factor
    trainer.step(len(data))
    return float(norm)
