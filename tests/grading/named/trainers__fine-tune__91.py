# mistake: the frozen layers run inside autograd.record in training mode, so BatchNorm uses and changes its running statistics and Dropout drops.
# named: frozen-by-request
import mxnet as mx
from mxnet import nd
from mxnet import autograd, gluon
from mxnet.gluon import nn


def fine_tune(net, weight, bias, batches, lr, epochs):
    features = net[:-1]
    features.collect_params().setattr("grad_req", "null")
    head = nn.Dense(weight.shape[0], in_units=weight.shape[1])
    head.initialize()
    head.weight.set_data(weight)
    head.bias.set_data(bias)
    trainer = gluon.Trainer(head.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for _ in range(epochs):
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(head(features(data)), label)
            loss.backward()
            trainer.step(data.shape[0])
    new_net = nn.HybridSequential()
    new_net.add(features, head)
    return new_net
