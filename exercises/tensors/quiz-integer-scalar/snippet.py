from mxnet import nd

pixel = nd.array([{{p}}], dtype="uint8") / 255
shifted = nd.array([{{n}}], dtype="int32") + {{s}}
mean = nd.array([{{n}}, {{n + 1}}], dtype="int32").mean()
result = [pixel.asscalar().item(), shifted.asscalar().item(), mean.asscalar().item()]
