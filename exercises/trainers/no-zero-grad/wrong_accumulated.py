"""The gradients are added up.

With `grad_req = 'add'` the gradients of all batches are added: leave it at `'write'`, or clear them before each batch.
"""

from mxnet import autograd, gluon


def train(net, batches, lr):
    net.collect_params().setattr("grad_req", "add")
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
