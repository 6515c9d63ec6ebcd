# mistake: The Gluon loss is one value per sample and backward() adds them up, so the step is n times too long without a mean.
# named: not-divided
from mxnet import autograd, gluon, np, npx

npx.set_np()


def step_np(x, y, w1, w2, lr):
    x, y = x.as_np_ndarray(), y.as_np_ndarray()
    w1, w2 = w1.as_np_ndarray().copy(), w2.as_np_ndarray().copy()
    w1.attach_grad()
    w2.attach_grad()
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    with autograd.record():
        output = np.dot(npx.relu(np.dot(x, w1.T)), w2.T)
        loss = loss_fn(output, y)
    loss.backward()
    new = [w1 - lr * w1.grad, w2 - lr * w2.grad]
    return float(loss.mean().item()), new
