def to_numpy(x):
    return x.as_np_ndarray().asnumpy()
