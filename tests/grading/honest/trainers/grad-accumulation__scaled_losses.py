"""Sums of losses, each divided by the number of all samples; grad_req 'add' for a while."""

from mxnet import autograd, gluon


def accumulate_step(net, micro_batches, lr):
    trained = [p for p in net.collect_params().values() if p.grad_req != "null"]
    total = sum(len(label) for _, label in micro_batches)
    for parameter in trained:
        parameter.grad_req = "add"
        parameter.zero_grad()
    for data, label in micro_batches:
        with autograd.record():
            loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label).sum() / total
        loss.backward()
    gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr}).step(1)
    for parameter in trained:
        parameter.grad_req = "write"
