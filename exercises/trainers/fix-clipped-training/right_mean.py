from mxnet import autograd, gluon


def train_clipped(net, trainer, batches, max_norm):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label).mean()
        loss.backward()
        gradients = [p.grad() for p in net.collect_params().values() if p.grad_req == "write"]
        gluon.utils.clip_global_norm(gradients, max_norm)
        trainer.step(1)
