def view_as(x, y):
    return x.reshape(y.shape)
