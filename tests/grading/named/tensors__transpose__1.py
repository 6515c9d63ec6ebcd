# mistake: Reshapes to the swapped shape, which does not move the elements.
# named: reshape
def transpose(x):
    n, k = x.shape
    return x.reshape((k, n))
