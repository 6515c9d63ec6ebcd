def transpose(x):
    return x.transpose((1, 0))
