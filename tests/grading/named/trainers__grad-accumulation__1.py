# mistake: Leaves grad_req at 'write', so only the last part's gradient is used.
# named: overwritten
from mxnet import autograd, gluon


def accumulate_step(net, micro_batches, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    total = 0
    for data, label in micro_batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        total += data.shape[0]
    trainer.step(total)
