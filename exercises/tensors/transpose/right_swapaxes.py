def transpose(x):
    return x.as_np_ndarray().swapaxes(0, 1)
