# mistake: The Trainer has the parameters of the whole new net, so the old layers are trained as well.
# named: all-trained-in-predict-mode
from mxnet import autograd, gluon
from mxnet.gluon import nn


def fine_tune(net, weight, bias, batches, lr, epochs):
    head = nn.Dense(weight.shape[0], in_units=weight.shape[1])
    head.initialize()
    head.weight.set_data(weight)
    head.bias.set_data(bias)
    new = nn.HybridSequential()
    new.add(net[:-1], head)
    trainer = gluon.Trainer(new.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for _ in range(epochs):
        for data, label in batches:
            with autograd.record(train_mode=False):
                loss = loss_fn(new(data), label)
            loss.backward()
            trainer.step(data.shape[0])
    return new
