"""The gradient is n times as large as PyTorch's.

The loss has one value per sample, so its gradient is that of the sum: take the mean inside the scope, or divide the
gradient by the batch size, as `trainer.step(n)` does.
"""

from mxnet import autograd, gluon, npx
from mxnet.gluon import nn

npx.set_np()


def step_np(x, y, w1, w2, lr):
    (hidden, features), classes = w1.shape, w2.shape[0]
    net = nn.HybridSequential()
    net.add(nn.Dense(hidden, activation="relu", use_bias=False, in_units=features))
    net.add(nn.Dense(classes, use_bias=False, in_units=hidden))
    net.initialize()
    parameters = list(net.collect_params().values())
    for parameter, w in zip(parameters, (w1, w2)):
        parameter.set_data(w.as_np_ndarray())
    trainer = gluon.Trainer(parameters, "sgd", {"learning_rate": lr})
    with autograd.record():
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(x.as_np_ndarray()), y.as_np_ndarray())
    loss.backward()
    trainer.step(1)
    return loss.mean().item(), [parameter.data() for parameter in parameters]
