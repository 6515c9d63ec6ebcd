def context_of(x):
    return x.as_np_ndarray().ctx
