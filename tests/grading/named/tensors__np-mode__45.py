# mistake: First, the returned loss is that after the step; a right answer returns the loss before it. Second, the step is divided by the batch size although the loss is already a mean.
# named: divided-twice
from mxnet import autograd, np, npx


def mean_loss(x, y, w1, w2):
    out = np.dot(npx.relu(np.dot(x, w1.T)), w2.T)
    return -npx.pick(npx.log_softmax(out, axis=-1), y).mean()


def step_np(x, y, w1, w2, lr):
    npx.set_np()
    x = x.as_np_ndarray()
    y = y.as_np_ndarray()
    w1 = w1.as_np_ndarray().copy()
    w2 = w2.as_np_ndarray().copy()
    w1.attach_grad()
    w2.attach_grad()
    with autograd.record():
        loss = mean_loss(x, y, w1, w2)
    loss.backward()
    scale = lr / x.shape[0]
    new = [w - scale * w.grad for w in (w1, w2)]
    return mean_loss(x, y, *new).item(), new
