from mxnet import nd

a = nd.zeros((1, 2))
assert nd.concat(a, a, dim=0).shape == (2, 2)
assert not hasattr(nd, "cat")
assert not hasattr(nd, "join")
