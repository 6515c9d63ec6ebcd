def reshape_like(x, y):
    return x.reshape_like(y)
