def cast(x, name):
    return x.as_np_ndarray().astype(name)
