# mistake: Calls torch's method x.asin(), which an NDArray does not have.
# named: torch-name
def arcsin(x):
    return x.asin()
