# mistake: Sets grad_req to 'add' but never zeroes the gradients, so the second call still has those of the first.
# named: never-cleared
from mxnet import autograd, gluon


def accumulate_step(net, micro_batches, lr):
    params = net.collect_params()
    for p in params.values():
        if p.grad_req == "write":
            p.grad_req = "add"
    trainer = gluon.Trainer(params, "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    total = 0
    for data, label in micro_batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        total += len(label)
    trainer.step(total)
