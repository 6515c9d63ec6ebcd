def reshape_like(x, y):
    return x.reshape(y.shape)
