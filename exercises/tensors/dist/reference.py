def dist(x, y):
    return x.dist(y)
