def halve(x):
    y = x.copy()
    y /= 2
    return y
