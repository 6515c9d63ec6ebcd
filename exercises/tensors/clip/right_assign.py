def clip(x, lo, hi):
    result = x.as_np_ndarray().copy()
    result[result < lo] = lo
    result[result > hi] = hi
    return result
