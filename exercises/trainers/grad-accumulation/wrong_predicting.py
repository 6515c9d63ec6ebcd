"""The net is trained in predict mode.

`train_mode=False` records in predict mode, so Dropout drops nothing and BatchNorm uses its running statistics: leave it out.
"""

from mxnet import autograd, gluon


def accumulate_step(net, micro_batches, lr):
    parameters = net.collect_params()
    parameters.setattr("grad_req", "add")
    parameters.zero_grad()
    trainer = gluon.Trainer(parameters, "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in micro_batches:
        with autograd.record(train_mode=False):
            loss = loss_fn(net(data), label)
        loss.backward()
    trainer.step(sum(len(label) for _, label in micro_batches))
