# mistake: Thinks that astype works in place and returns x itself, still float32.
# named: result-dropped
def cast(x, name):
    x.astype(name)
    return x
