def frac(x):
    return x.frac()
