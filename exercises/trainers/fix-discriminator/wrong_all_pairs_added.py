"""The gradients of all pairs add up.

With `grad_req='add'` nothing sets the gradients to zero: call `net.collect_params().zero_grad()` before each pair.
"""

from mxnet import autograd, gluon, nd


def train_discriminator(net, reals, fakes, lr):
    net.collect_params().setattr("grad_req", "add")
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
        losses.append(float((real_loss + fake_loss).asscalar()))
    return losses
