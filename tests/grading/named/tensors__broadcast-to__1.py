# mistake: Calls torch's x.expand, which an NDArray does not have.
# named: torch-name
def expand(x, rows, cols):
    return x.expand(rows, cols)
