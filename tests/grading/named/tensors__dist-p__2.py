# mistake: Forgets the absolute value, so odd powers of negative differences are subtracted.
# named: no-absolute
def dist_p(x, y, p):
    return ((x - y) ** p).sum() ** (1 / p)
