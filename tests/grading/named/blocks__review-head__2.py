# mistake: `net.grad_req = "null"` only sets a Python attribute of the Block; the parameters are not frozen.
# named: block-attribute
import mxnet as mx
from mxnet.gluon import nn


def replace_head(net, classes):
    net.grad_req = "null"
    head = nn.Dense(classes)
    head.initialize(mx.init.Constant(0.1))
    model = nn.HybridSequential()
    model.add(*net[:-1])
    model.add(head)
    return model
