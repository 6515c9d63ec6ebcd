def zero_negatives(x):
    y = x.as_np_ndarray().copy()
    y[y < 0] = 0
    return y
