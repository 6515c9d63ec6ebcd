# mistake: relu is not in mx.np, it is a neural network function and lives in mx.npx.
# named: name-elsewhere
from mxnet import autograd, np, npx

npx.set_np()


def step_np(x, y, w1, w2, lr):
    x, y = x.as_np_ndarray(), y.as_np_ndarray()
    w1, w2 = w1.as_np_ndarray().copy(), w2.as_np_ndarray().copy()
    w1.attach_grad()
    w2.attach_grad()
    with autograd.record():
        output = np.dot(np.relu(np.dot(x, w1.T)), w2.T)
        loss = -npx.pick(npx.log_softmax(output, axis=-1), y, axis=1).mean()
    loss.backward()
    new = [w1 - lr * w1.grad, w2 - lr * w2.grad]
    return float(loss.item()), new
