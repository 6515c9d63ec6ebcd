# mistake: Returns x[:], which shares its memory with x.
# named: view
def clone(x):
    return x[:]
