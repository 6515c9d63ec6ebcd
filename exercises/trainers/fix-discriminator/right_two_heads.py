from mxnet import autograd, gluon, nd


def train_discriminator(net, reals, fakes, lr):
    loss_fn = gluon.loss.SigmoidBinaryCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    losses = []
    for real, fake in zip(reals, fakes):
        with autograd.record():
            output = net(real)
            real_loss = loss_fn(output, nd.ones_like(output))
            output = net(fake)
            fake_loss = loss_fn(output, nd.zeros_like(output))
        autograd.backward([real_loss, fake_loss])
        trainer.step(len(real))
        losses.append(float((real_loss + fake_loss).mean().asscalar()))
    return losses
