def bmm(x, y):
    return (x.expand_dims(3) * y.expand_dims(1)).sum(axis=2)
