from mxnet import autograd, nd


def train_epoch(net, loss_fn, trainer, batches):
    losses = []
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(len(data))
        losses.append(loss)
        nd.waitall()
    return [float(loss.asnumpy().mean()) for loss in losses]
