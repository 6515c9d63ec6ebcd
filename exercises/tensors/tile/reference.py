def repeat(x, m, n):
    return x.repeat(m, n)
