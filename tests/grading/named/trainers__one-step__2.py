# mistake: Calls trainer.step() without the batch size that Gluon requires.
# named: no-batch-size, step-without-size
from mxnet import autograd, gluon


def train_step(net, data, label, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    with autograd.record():
        loss = loss_fn(net(data), label).mean()
    loss.backward()
    trainer.step()
