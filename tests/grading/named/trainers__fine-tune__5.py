# mistake: grad_req "null" is set on the whole new net, the new head included, so the head gets no gradient and never learns.
# named: all-frozen
import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn


def fine_tune(net, weight, bias, batches, lr, epochs):
    model = nn.HybridSequential()
    for layer in net[:-1]:
        model.add(layer)
    head = nn.Dense(weight.shape[0], in_units=weight.shape[1])
    head.initialize()
    head.weight.set_data(weight)
    head.bias.set_data(bias)
    model.add(head)
    model.collect_params().setattr("grad_req", "null")
    trainer = gluon.Trainer(head.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for _ in range(epochs):
        for data, label in batches:
            with autograd.record(train_mode=False):
                loss = loss_fn(model(data), label)
            loss.backward()
            trainer.step(data.shape[0])
    return model
