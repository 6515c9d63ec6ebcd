from mxnet import nd

a = nd.zeros((2, 3))
result = nd.concat(a, a, dim=0).shape
