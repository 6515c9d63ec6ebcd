"""The gradient is divided by the size of one part.

Divide the sum of all parts by the number of all samples, not by the size of the last part.
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
            loss = loss_fn(net(data), label)
        loss.backward()
    trainer.step(data.shape[0])
