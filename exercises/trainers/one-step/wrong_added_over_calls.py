"""The gradients of an earlier call are added.

With the `grad_req` `'add'` each backward pass adds to the gradients of the calls before: leave it at `'write'`, or clear them before.
"""

from mxnet import autograd, gluon


def train_step(net, data, label, lr):
    net.collect_params().setattr("grad_req", "add")
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    with autograd.record():
        loss = loss_fn(net(data), label)
    loss.backward()
    trainer.step(data.shape[0])
