# mistake: (1) The new head is frozen too. (2) The weight of the head is initialised with the default (random uniform), it must be the constant 0.1.
# named: all-frozen
from mxnet.gluon import nn


def replace_head(net, classes):
    model = nn.HybridSequential()
    model.add(*net[:-1])
    head = nn.Dense(classes)
    head.initialize()
    model.add(head)
    net[-1].collect_params().setattr("grad_req", "null")
    model.collect_params().setattr("grad_req", "null")
    return model
