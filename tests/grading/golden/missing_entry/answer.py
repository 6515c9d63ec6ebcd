def sqare(x):
    return x * x
