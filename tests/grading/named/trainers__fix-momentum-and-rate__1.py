# mistake: the momentum coefficient stays multiplied by the factor for all later steps; only the stored momentum should shrink, once.
# named: momentum-option
from mxnet import autograd, gluon


def train(net, batches, lr, momentum, drops, factor):
    optimizer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "momentum": momentum})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for number, (data, label) in enumerate(batches):
        if number in drops:
            optimizer.set_learning_rate(optimizer.learning_rate * factor)
            optimizer._optimizer.momentum *= factor
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        optimizer.step(data.shape[0])
