def zero_negatives(x):
    y = x.clone()
    y[y < 0] = 0
    return y
