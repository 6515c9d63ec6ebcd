from mxnet import autograd, gluon, nd


def train_clipped(net, trainer, batches, max_norm):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        gradients = [p.grad() for p in net.collect_params().values() if p.grad_req != "null"]
        norm = nd.add_n(*[nd.square(g).sum() for g in gradients]).sqrt().asscalar()
        factor = min(1.0, max_norm * len(data) / norm)
        for gradient in gradients:
            gradient *= factor
        trainer.step(len(data))
