def halve(x):
    x /= 2
    return x
