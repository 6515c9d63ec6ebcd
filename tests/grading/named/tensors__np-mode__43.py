# mistake: The returned loss is computed again with the new weights; it must be the loss before the step.
# named: loss-after-the-step
from mxnet import autograd, np, npx

npx.set_np()


def step_np(x, y, w1, w2, lr):
    x, y = x.as_np_ndarray(), y.as_np_ndarray()
    w1, w2 = w1.as_np_ndarray().copy(), w2.as_np_ndarray().copy()

    def mean_loss():
        hidden = npx.relu(np.dot(x, w1.T))
        log_probs = npx.log_softmax(np.dot(hidden, w2.T), axis=-1)
        return -npx.pick(log_probs, y, axis=-1).mean()

    for w in (w1, w2):
        w.attach_grad()
    with autograd.record():
        loss = mean_loss()
    loss.backward()
    for w in (w1, w2):
        w -= lr * w.grad
    return mean_loss().item(), [w1, w2]
