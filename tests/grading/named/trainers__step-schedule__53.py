# mistake: Multiplies the current rate, which has the earlier drops in it, by gamma ** (epoch // step_size), so it falls in every epoch and too fast; the power belongs to the first rate lr.
# named: rate-compounded
from mxnet import autograd, gluon


def train_with_schedule(net, batches, lr, epochs, step_size, gamma):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for epoch in range(epochs):
        trainer.set_learning_rate(trainer.learning_rate * gamma ** (epoch // step_size))
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(net(data), label)
            loss.backward()
            trainer.step(data.shape[0])
