from mxnet import nd

x = nd.array([{{x}}, {{y}}, {{z}}], dtype="int32")
result = nd.arctan(x).asnumpy().tolist()
