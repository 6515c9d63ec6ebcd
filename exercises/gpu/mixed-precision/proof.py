import inspect

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.contrib import amp


def train(cast="", options=None, steps=3):
    """Return the losses of the steps and the last output."""
    mx.random.seed(1)
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(8, activation="relu", in_units=4), gluon.nn.Dense(3, in_units=8))
    net.initialize()
    data, label = nd.ones((6, 4)), nd.array([0, 1, 2, 0, 0, 0])
    if cast:
        net.cast(cast)
        data = data.astype(cast)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1, **(options or {})})
    losses = []
    for _ in range(steps):
        with autograd.record():
            output = net(data)
            loss = gluon.loss.SoftmaxCrossEntropyLoss()(output, label)
        loss.backward()
        trainer.step(6)
        losses.append(loss.mean().asscalar())
    return losses, output, net[0].weight.data()


def refused(*arguments):
    try:
        train(*arguments)
    except mx.base.MXNetError as error:
        return "float16 fully connected layer" in str(error)
    return False


assert refused("float16")
assert refused("float16", {"multi_precision": True})

# `amp.init` changes the operators of the process for good, so its default is read instead of called
assert inspect.signature(amp.init).parameters["target_dtype"].default == "float16"
assert "FullyConnected" in amp.list_lp16_ops("float16")

amp.init(target_dtype="bfloat16")
try:
    losses, output, weight = train()
except mx.base.MXNetError as error:  # a CPU without AVX-512 has no such layers
    assert "could not create a primitive descriptor iterator" in str(error)
else:
    assert losses[-1] < losses[0]
    assert str(output.dtype) == "[('bfloat16', '<u2')]"
    assert weight.dtype.__name__ == "float32"
