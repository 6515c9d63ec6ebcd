def dist_p(x, y, p):
    return x.dist(y, p)
