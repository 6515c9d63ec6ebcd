def square(x):
    return x.square_()
