# mistake: The loss is not averaged and step(1) does not divide, so the gradient is the sum over the batch.
# named: sum-of-samples
from mxnet import autograd, gluon
from mxnet.gluon import nn


def fine_tune(net, weight, bias, batches, lr, epochs):
    features = net[:-1]
    head = nn.Dense(weight.shape[0], in_units=weight.shape[1])
    head.initialize()
    head.weight.set_data(weight)
    head.bias.set_data(bias)
    trainer = gluon.Trainer(head.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for _ in range(epochs):
        for data, label in batches:
            x = features(data)
            with autograd.record():
                loss = loss_fn(head(x), label)
            loss.backward()
            trainer.step(1)
    new = nn.HybridSequential()
    new.add(features, head)
    return new
