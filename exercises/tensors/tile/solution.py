def tile(x, m, n):
    return x.tile((m, n))
