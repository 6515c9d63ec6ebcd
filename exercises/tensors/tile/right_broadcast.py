def repeat(x, m, n):
    rows, columns = x.shape if x.ndim == 2 else (1, x.shape[0])
    blocks = x.reshape((1, rows, 1, columns)).broadcast_to((m, rows, n, columns))
    return blocks.reshape((m * rows, n * columns))
