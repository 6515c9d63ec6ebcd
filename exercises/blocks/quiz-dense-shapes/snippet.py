from mxnet import nd
from mxnet.gluon import nn

dense = nn.Dense({{units}})
dense.initialize()
dense(nd.ones(({{n}}, {{p}}, {{q}})))
result = dense.weight.shape
