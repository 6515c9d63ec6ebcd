# mistake: grad_req is set to "null" on the new model after the head was added, so the head is frozen as well.
# named: all-frozen
import mxnet as mx
from mxnet.gluon import nn


def replace_head(net, classes):
    head = nn.Dense(classes)
    head.initialize(mx.init.Constant(0.1))
    model = nn.HybridSequential()
    model.add(*net[:-1])
    model.add(head)
    model.collect_params().setattr("grad_req", "null")
    return model
