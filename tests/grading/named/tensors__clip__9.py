# mistake: Uses masks as indices, which an NDArray reads as row numbers.
# named: mask-as-index
def clamp(x, lo, hi):
    x = x.copy()
    x[x < lo] = lo
    x[x > hi] = hi
    return x
