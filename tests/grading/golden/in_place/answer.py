def square(x):
    x *= x
    return x
