# mistake: as_np_ndarray() shares memory with the NDArray, so the update in place changes the caller's w1 and w2.
# named: shared-weights
from mxnet import autograd, np, npx

npx.set_np()


def step_np(x, y, w1, w2, lr):
    x, y = x.as_np_ndarray(), y.as_np_ndarray()
    weights = [w1.as_np_ndarray(), w2.as_np_ndarray()]
    for w in weights:
        w.attach_grad()
    with autograd.record():
        hidden = npx.relu(np.dot(x, weights[0].T))
        logp = npx.log_softmax(np.dot(hidden, weights[1].T), axis=-1)
        loss = -npx.pick(logp, y, axis=1).mean()
    loss.backward()
    for w in weights:
        w -= lr * w.grad
    return float(loss.item()), [w.detach() for w in weights]
