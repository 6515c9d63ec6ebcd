# mistake: The mode is on, but the whole step is computed with legacy NDArrays and only the results are converted.
# named: legacy-step
from mxnet import autograd, nd, npx

npx.set_np()


def step_np(x, y, w1, w2, lr):
    weights = [w1.copy(), w2.copy()]
    for w in weights:
        w.attach_grad()
    with autograd.record():
        hidden = nd.relu(nd.dot(x, weights[0].T))
        loss = -nd.pick(nd.log_softmax(nd.dot(hidden, weights[1].T)), y).mean()
    loss.backward()
    return float(loss.asscalar()), [(w - lr * w.grad).as_np_ndarray() for w in weights]
