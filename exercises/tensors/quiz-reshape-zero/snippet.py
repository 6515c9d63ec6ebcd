from mxnet import nd

x = nd.ones(({{p}}, {{q}}, {{r}}))
result = x.T.reshape((0, -1)).shape
