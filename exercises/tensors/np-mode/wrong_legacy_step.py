"""The step is computed with `NDArray`s, and only its results are `mx.np` arrays.

Call `npx.set_np()` at the top of the module, convert the arguments with `as_np_ndarray()`, and compute with `np`, `npx` or Blocks.
"""

from mxnet import autograd, nd


def step_np(x, y, w1, w2, lr):
    weights = [w1.copy(), w2.copy()]
    for w in weights:
        w.attach_grad()
    with autograd.record():
        hidden = nd.relu(nd.dot(x, weights[0].T))
        loss = -nd.pick(nd.log_softmax(nd.dot(hidden, weights[1].T)), y).mean()
    loss.backward()
    return float(loss.asscalar()), [(w - lr * w.grad).as_np_ndarray() for w in weights]
