# mistake: gluon's L2Loss has a factor 1/2 and gives one loss per sample, so backward computes the gradient of another loss than the mean square.
# named: half-sum
from mxnet import autograd, gluon, nd


def consistency_gradients(x, noise, w):
    w.attach_grad()
    goal = nd.tanh(nd.dot(x + noise, w))
    probe = nd.zeros(goal.shape, ctx=x.context)
    probe.attach_grad()
    with autograd.record():
        h = nd.tanh(nd.dot(x, w)) + probe
        loss = gluon.loss.L2Loss()(h, goal)
    loss.backward()
    return w.grad, probe.grad
