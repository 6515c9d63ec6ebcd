# mistake: First, the goal is still recorded under predict_mode and so contributes to the gradient of w; a right answer treats it as constant. Second, the gradient of h by hand lacks the division by the number of elements of the mean.
# named: goal-recorded
import mxnet as mx
from mxnet import autograd


def consistency_gradients(x, noise, w):
    nd = mx.nd
    w.attach_grad()
    with autograd.record():
        h = nd.tanh(nd.dot(x, w))
        with autograd.predict_mode():
            goal = nd.tanh(nd.dot(x + noise, w))
        loss = ((h - goal) ** 2).mean()
    loss.backward()
    h_grad = 2 * (h - goal)
    return w.grad, h_grad
