def diag(x):
    return x.diag()
