"""Gradients are cleared as in PyTorch.

A Trainer has no `zero_grad`: with the default `grad_req` each `backward` overwrites the gradient, so leave the line out.
"""

from mxnet import autograd, gluon


def train(net, batches, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        trainer.zero_grad()
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
