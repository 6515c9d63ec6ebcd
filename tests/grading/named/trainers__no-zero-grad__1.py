# mistake: Calls trainer.zero_grad(), which a Gluon Trainer does not have.
# named: zero-grad, name-elsewhere
from mxnet import autograd, gluon


def train(net, batches, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        trainer.zero_grad()
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
