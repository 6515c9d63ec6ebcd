"""Large logits give an infinite loss.

`np.exp` of a number above 88 is infinite in float32. Use `npx.log_softmax` or a loss of Gluon, which subtract the largest logit first.
"""

from mxnet import autograd, np, npx

npx.set_np()


def step_np(x, y, w1, w2, lr):
    x, y = x.as_np_ndarray(), y.as_np_ndarray()
    weights = [w.copy().as_np_ndarray() for w in (w1, w2)]
    for w in weights:
        w.attach_grad()
    with autograd.record():
        logits = np.dot(npx.relu(np.dot(x, weights[0].T)), weights[1].T)
        loss = (np.log(np.exp(logits).sum(axis=1)) - npx.pick(logits, y)).mean()
    loss.backward()
    return loss.item(), [w - lr * w.grad for w in weights]
