"""The step changes the caller's arrays.

`as_np_ndarray` shares the memory: copy the weights first.
"""

import mxnet as mx
from mxnet import autograd, np, npx

npx.set_np()


def step_np(x, y, w1, w2, lr):
    x, y, w1, w2 = (a.as_np_ndarray() for a in (x, y, w1, w2))
    w1.attach_grad()
    w2.attach_grad()
    with autograd.record():
        hidden = npx.relu(np.dot(x, w1.T))
        logp = npx.log_softmax(np.dot(hidden, w2.T), axis=1)
        loss = -npx.pick(logp, y, axis=1).mean()
    loss.backward()
    w1 -= lr * w1.grad
    w2 -= lr * w2.grad
    return float(loss), [w1.detach(), w2.detach()]
