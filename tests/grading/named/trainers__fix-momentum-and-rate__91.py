# mistake: At each drop a new Trainer is made, so the momentum starts again from zero, where PyTorch keeps its buffer.
# named: momentum-lost
from mxnet import autograd, gluon


def train(net, batches, lr, momentum, drops, factor):
    def make_trainer(rate):
        options = {"learning_rate": rate, "momentum": momentum}
        return gluon.Trainer(net.collect_params(), "sgd", options)

    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    rate = lr
    trainer = make_trainer(rate)
    for number, (data, label) in enumerate(batches):
        if number in drops:
            # MXNet's state contains the old rate, the new rate needs a new state
            rate *= factor
            trainer = make_trainer(rate)
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
