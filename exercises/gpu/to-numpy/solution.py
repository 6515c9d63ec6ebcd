def to_numpy(x):
    return x.asnumpy()
