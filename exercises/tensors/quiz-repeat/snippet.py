from mxnet import nd

x = nd.array([[{{a}}, {{b}}], [{{c}}, {{d}}]])
result = x.repeat(2, axis=1).asnumpy().tolist()
