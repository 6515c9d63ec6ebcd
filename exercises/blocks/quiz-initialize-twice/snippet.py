import mxnet as mx
from mxnet.gluon import nn

dense = nn.Dense(1, in_units={{n}})
dense.initialize(mx.init.Constant({{first}}))
dense.initialize(mx.init.Constant({{second}}))
result = dense.weight.data().asnumpy().tolist() + [dense.bias.data().asscalar()]
