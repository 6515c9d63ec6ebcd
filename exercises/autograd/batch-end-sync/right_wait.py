from mxnet import autograd


def train_epoch(net, loss_fn, trainer, batches):
    losses = []
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label).mean()
        loss.backward()
        trainer.step(1)
        loss.wait_to_read()
        losses.append(loss)
    return [loss.asscalar() for loss in losses]
