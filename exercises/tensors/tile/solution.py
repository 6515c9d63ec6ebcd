def repeat(x, m, n):
    return x.tile((m, n))
