from mxnet import nd

x = nd.ones((2, 3, 4))
result = x.T.reshape((0, -1)).shape
