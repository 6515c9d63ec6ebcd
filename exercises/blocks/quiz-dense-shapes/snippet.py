from mxnet import nd
from mxnet.gluon import nn

dense = nn.Dense(5)
dense.initialize()
dense(nd.ones((2, 3, 4)))
result = dense.weight.shape
