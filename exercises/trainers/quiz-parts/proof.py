import os
import tempfile

from mxnet import autograd, gluon, nd
from mxnet.gluon import nn


def make():
    net = nn.Dense(1, in_units=2, use_bias=False)
    net.initialize()
    net.weight.set_data(nd.array([[1.0, -1.0]]))
    return net, gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1, "momentum": 0.9})


def step(net, trainer):
    with autograd.record():
        loss = (net(nd.array([[1.0, 2.0]])) - 1) ** 2
    loss.backward()
    trainer.step(1)


def after(states):
    """Return the weights of a run that stops after two steps, continues in a new net, and takes one more step."""
    net, trainer = make()
    step(net, trainer)
    step(net, trainer)
    with tempfile.TemporaryDirectory() as folder:
        net.save_parameters(os.path.join(folder, "net"))
        trainer.save_states(os.path.join(folder, "states"))
        other, continued = make()
        other.load_parameters(os.path.join(folder, "net"))
        if states:
            continued.load_states(os.path.join(folder, "states"))
        step(other, continued)
    return other.weight.data().asnumpy().round(5).tolist()


net, trainer = make()
for _ in range(3):
    step(net, trainer)
unbroken = net.weight.data().asnumpy().round(5).tolist()
assert after(states=True) == unbroken, "with the states nothing is lost"
assert after(states=False) != unbroken, "the momentum is lost"
