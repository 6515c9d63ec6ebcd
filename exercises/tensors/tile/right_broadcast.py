def tile(x, m, n):
    rows, columns = x.shape if x.ndim > 1 else (1, x.size)
    blocks = x.reshape((rows, 1, columns)).broadcast_to((m, rows, n, columns))
    return blocks.reshape((m * rows, n * columns))
