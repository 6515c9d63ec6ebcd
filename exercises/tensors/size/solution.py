def count(x):
    return x.size
