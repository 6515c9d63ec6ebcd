# mistake: The sigmoid was removed and from_sigmoid=True was set as well, so the loss takes the raw scores for probabilities (logarithms of negative numbers); without the sigmoid from_sigmoid must stay False.
# named: from-sigmoid
from mxnet import autograd, gluon, nd


def train_discriminator(net, reals, fakes, lr):
    loss_fn = gluon.loss.SigmoidBinaryCrossEntropyLoss(from_sigmoid=True)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    losses = []
    for real, fake in zip(reals, fakes):
        with autograd.record():
            output = net(real)
            real_loss = loss_fn(output, nd.ones_like(output)).mean()
            output = net(fake.detach())
            fake_loss = loss_fn(output, nd.zeros_like(output)).mean()
            loss = real_loss + fake_loss
        loss.backward()
        trainer.step(1)
        losses.append(float(loss.asscalar()))
    return losses
