from mxnet import nd

x = nd.array([[1, 2], [3, 4]])
result = x.repeat(2, axis=1).asnumpy().tolist()
