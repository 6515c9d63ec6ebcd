import mxnet as mx
import numpy as onp
from mxnet import autograd, gluon, nd

onp.random.seed(3)
DATA, LABEL = nd.array(onp.random.randn(128, 5)), nd.array(onp.random.randint(0, 3, 128))
START = nd.array(onp.random.randn(3, 5))


def change(contexts, step):
    """Return by how much one step with rate 1 changes the weights."""
    net = gluon.nn.Dense(3, in_units=5, use_bias=False)
    net.initialize(ctx=contexts)
    net.weight.set_data(START)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 1.0})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    pairs = zip(gluon.utils.split_and_load(DATA, contexts), gluon.utils.split_and_load(LABEL, contexts))
    with autograd.record():
        losses = [loss_fn(net(x), y) for x, y in pairs]
    for loss in losses:
        loss.backward()
    trainer.step(step)
    return net.weight.list_data()[0].asnumpy() - START.asnumpy()


four = [mx.cpu(i) for i in range(4)]
mean = change([mx.cpu()], 128)  # the gradient of the mean loss, as PyTorch's


def times(step, factor):
    return onp.allclose(change(four, step), factor * mean, rtol=1e-3, atol=1e-4 * factor * abs(mean).max())


assert times(128, 1), "the right option"
assert times(32, 4)
assert times(4, 32)
assert times(1, 128)
