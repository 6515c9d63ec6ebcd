# mistake: backward on the vector of losses gives the gradient of their sum, so the step is larger than that of the mean loss by the batch size.
# named: not-divided
import mxnet as mx
from mxnet import nd
from mxnet import autograd, np, npx


def step_np(x, y, w1, w2, lr):
    npx.set_np()
    x, y = x.as_np_ndarray(), y.as_np_ndarray()
    w1, w2 = (w.as_np_ndarray().copy() for w in (w1, w2))
    for w in (w1, w2):
        w.attach_grad()
    with autograd.record():
        out = np.dot(npx.relu(np.dot(x, w1.T)), w2.T)
        loss = -npx.pick(npx.log_softmax(out, axis=1), y, axis=1)
    loss.backward()
    return float(loss.mean().item()), [w - lr * w.grad for w in (w1, w2)]
