def apply_fn(x, fn):
    result = x.reshape((-1,)).copy()
    for i, v in enumerate(x.reshape((-1,))):
        result[i] = fn(v.asscalar())
    return result.reshape(x.shape)
