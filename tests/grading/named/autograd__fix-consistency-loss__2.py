# mistake: predict_mode does not stop the recording, so w also gets a gradient through the goal, which should be a constant.
# named: goal-recorded
from mxnet import autograd, nd


def consistency_gradients(x, noise, w):
    w.attach_grad()
    with autograd.record():
        h = nd.tanh(nd.dot(x, w))
        with autograd.predict_mode():
            goal = nd.tanh(nd.dot(x + noise, w))
        loss = nd.square(h - goal).mean()
    loss.backward()
    h_grad = 2 * (h - goal) / h.size
    return w.grad, h_grad
