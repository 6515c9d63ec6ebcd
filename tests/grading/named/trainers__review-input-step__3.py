# mistake: eval() and train() are torch's methods; a gluon net has no such switch, the mode belongs to autograd.record.
# named: torch-name
import mxnet as mx
from mxnet import autograd, gluon, nd


def move_input(net, data, label, size):
    net.eval()
    x = data.copy()
    x.attach_grad()
    with autograd.record():
        loss = gluon.loss.SoftmaxCELoss()(net(x), label).mean()
    loss.backward()
    net.train()
    return data + size * x.grad
