from mxnet import autograd, gluon, nd


def train_discriminator(net, reals, fakes, lr):
    loss_fn = gluon.loss.SigmoidBCELoss(from_sigmoid=True)
    parameters = net.collect_params()
    parameters.setattr("grad_req", "add")
    trainer = gluon.Trainer(parameters, "sgd", {"learning_rate": lr})
    losses = []
    for real, fake in zip(reals, fakes):
        parameters.zero_grad()
        total = 0.0
        for images, value in ((real, 1.0), (fake, 0.0)):
            with autograd.record():
                output = nd.sigmoid(net(images))
                loss = loss_fn(output, nd.ones_like(output) * value)
            loss.backward()
            total += loss.mean().asscalar()
        trainer.step(real.shape[0])
        losses.append(total)
    return losses
