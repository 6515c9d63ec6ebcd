def tile(x, m, n):
    return x.repeat(m, n)
