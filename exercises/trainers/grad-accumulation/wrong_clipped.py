"""The gradient is clipped.

Plain SGD does not clip: leave `clip_gradient` out of the options.
"""

from mxnet import autograd, gluon


def accumulate_step(net, micro_batches, lr):
    parameters = net.collect_params()
    parameters.setattr("grad_req", "add")
    parameters.zero_grad()
    trainer = gluon.Trainer(parameters, "sgd", {"learning_rate": lr, "clip_gradient": 1.0})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in micro_batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
    trainer.step(sum(len(label) for _, label in micro_batches))
