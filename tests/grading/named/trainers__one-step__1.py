# mistake: Takes the mean of the loss and divides by the batch size again in step.
# named: divided-twice
from mxnet import autograd, gluon


def train_step(net, data, label, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    with autograd.record():
        loss = loss_fn(net(data), label).mean()
    loss.backward()
    trainer.step(data.shape[0])
