def context_of(x):
    return x.device
