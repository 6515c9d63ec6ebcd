from mxnet import nd


def write_reaches_x(make):
    x = nd.zeros((2, 3))
    y = make(x)
    y[:] = 5
    return bool((x.asnumpy() != 0).any())


assert write_reaches_x(lambda x: x.reshape((3, 2))), "the right option"
assert write_reaches_x(lambda x: x[1:]), "explain: rows are views"
assert not write_reaches_x(lambda x: x.T)
assert not write_reaches_x(lambda x: x[:, 1])
assert not write_reaches_x(lambda x: x[:, ::2]), "explain: a step copies"
assert not write_reaches_x(lambda x: x.astype("float32"))
assert not write_reaches_x(lambda x: x.broadcast_to((4, 2, 3)))
