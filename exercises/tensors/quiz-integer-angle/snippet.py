from mxnet import nd

x = nd.array([0, 1, 100], dtype="int32")
result = nd.arctan(x).asnumpy().tolist()
