def expand(x, rows, cols):
    return x.expand(rows, cols)
