# mistake: force_reinit=True on the whole model initialises the trained layers again; only the new layer may be initialised.
# named: weights-lost
import mxnet as mx
from mxnet.gluon import nn


def replace_head(net, classes):
    net.collect_params().setattr("grad_req", "null")
    model = nn.HybridSequential()
    model.add(*net[:-1])
    model.add(nn.Dense(classes))
    model.initialize(mx.init.Constant(0.1), force_reinit=True)
    return model
