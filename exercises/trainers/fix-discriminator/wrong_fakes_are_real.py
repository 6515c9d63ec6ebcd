"""Real images and fakes have the same label.

Real images have the label 1, fakes the label 0.
"""

from mxnet import autograd, gluon, nd


def train_discriminator(net, reals, fakes, lr):
    loss_fn = gluon.loss.SigmoidBinaryCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    losses = []
    for real, fake in zip(reals, fakes):
        ones, zeros = nd.ones(real.shape[0]), nd.ones(fake.shape[0])
        with autograd.record():
            real_loss = loss_fn(net(real), ones).mean()
            fake_loss = loss_fn(net(fake), zeros).mean()
            loss = real_loss + fake_loss
        loss.backward()
        trainer.step(1)
        losses.append(loss.asscalar())
    return losses
