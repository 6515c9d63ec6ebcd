# mistake: The gradients are added up now, but nothing sets them to zero after a step.
# named: never-cleared
from mxnet import autograd, gluon


def train_accumulated(net, batches, every, lr):
    net.collect_params().setattr("grad_req", "add")
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    for number, (data, label) in enumerate(batches, start=1):
        with autograd.record():
            loss = loss_fn(net(data), label).mean() / every
        loss.backward()
        if number % every == 0:
            trainer.step(1)
