"""Each part overwrites the gradient of the previous one.

Only the last part counted, because each `backward` overwrites the gradient: call `net.collect_params().setattr('grad_req', 'add')` to add them.
"""

from mxnet import autograd, gluon


def accumulate_step(net, micro_batches, lr):
    net.grad_req = "add"
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in micro_batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
    trainer.step(sum(len(label) for _, label in micro_batches))
