from mxnet import nd

x = nd.ones((3, 4))
index = nd.zeros((3, 5), dtype="int64")
result = nd.take(x, index, axis=1).shape
