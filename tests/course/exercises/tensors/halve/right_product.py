def halve(x):
    return x * 0.5
