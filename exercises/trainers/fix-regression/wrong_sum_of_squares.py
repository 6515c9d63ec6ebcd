"""The squares are added up over the outputs before the backward pass.

`MSELoss` divides by all elements, samples times outputs, and `step` divides by the samples only: differentiate the mean over the outputs.
"""

from mxnet import autograd, gluon, nd


def fit(net, data, target, lr, momentum, weight_decay, steps):
    params = net.collect_params()
    for name, parameter in params.items():
        if name.endswith("bias"):
            parameter.wd_mult = 0
    trainer = gluon.Trainer(params, "sgd", {"learning_rate": lr, "momentum": momentum, "wd": weight_decay})
    losses = []
    for _ in range(steps):
        with autograd.record():
            squares = nd.square(net(data) - target)
        squares.backward()
        trainer.step(data.shape[0])
        losses.append(squares.mean().asscalar().item())
    return losses
