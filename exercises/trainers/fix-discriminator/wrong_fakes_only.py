"""Only the fakes count.

The second `backward` overwrites the gradient of the first one: add the two losses and call `backward` once, or set `grad_req` to `'add'`.
"""

from mxnet import autograd, gluon, nd


def train_discriminator(net, reals, fakes, lr):
    loss_fn = gluon.loss.SigmoidBinaryCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    losses = []
    for real, fake in zip(reals, fakes):
        with autograd.record():
            output = net(real)
            real_loss = loss_fn(output, nd.ones_like(output)).mean()
        real_loss.backward()
        with autograd.record():
            output = net(fake.detach())
            fake_loss = loss_fn(output, nd.zeros_like(output)).mean()
        fake_loss.backward()
        trainer.step(1)
        losses.append((real_loss + fake_loss).asscalar())
    return losses
