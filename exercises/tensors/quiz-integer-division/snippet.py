from mxnet import nd

x = nd.array([{{n}}, -{{n}}], dtype="int32")
result = (x / {{d}}).asnumpy().tolist() + (x % {{d}}).asnumpy().tolist()
