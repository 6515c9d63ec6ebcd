def count(x):
    return len(x.reshape((-1,)))
