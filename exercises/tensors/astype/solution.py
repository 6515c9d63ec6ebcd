def cast(x, name):
    return x.astype(name)
