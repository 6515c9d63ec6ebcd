def view16(x):
    return x.reshape((16,))
