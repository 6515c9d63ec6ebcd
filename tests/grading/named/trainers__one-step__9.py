# mistake: Gives step the number of elements of the batch in place of the number of samples.
# named: step-elements
from mxnet import autograd, gluon


def train_step(net, data, label, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    with autograd.record():
        loss = loss_fn(net(data), label)
    loss.backward()
    trainer.step(data.size)
