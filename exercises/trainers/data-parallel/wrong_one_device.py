"""Only one device computes.

The batch runs only on the first context, and the others get no gradient: split it with `gluon.utils.split_and_load`.
"""

from mxnet import autograd, gluon


def parallel_step(net, data, label, ctxs, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    with autograd.record():
        loss = loss_fn(net(data.as_in_context(ctxs[0])), label.as_in_context(ctxs[0]))
    loss.backward()
    trainer.step(data.shape[0])
