from mxnet import nd

x = nd.array([7, -7], dtype="int32")
result = (x / 2).asnumpy().tolist() + (x % 2).asnumpy().tolist()
