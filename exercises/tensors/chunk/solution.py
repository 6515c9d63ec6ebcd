def chunk(x, chunks):
    size = -(-x.shape[0] // chunks)
    return [x[i : i + size] for i in range(0, x.shape[0], size)]
