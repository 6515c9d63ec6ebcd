def reshape16(x):
    return x.reshape((16,))
