from mxnet import autograd, np, npx

npx.set_np()


def step_np(x, y, w1, w2, lr):
    x, y = x.as_np_ndarray(), y.as_np_ndarray()
    weights = [w.copy().as_np_ndarray() for w in (w1, w2)]
    first, second = weights
    for w in weights:
        w.attach_grad()
    with autograd.record():
        hidden = npx.relu(np.dot(x, first.T))
        logits = np.dot(hidden, second.T)
        loss = -npx.pick(npx.log_softmax(logits), y).mean()
    loss.backward()
    for w in weights:
        w -= lr * w.grad
    return loss.item(), weights
