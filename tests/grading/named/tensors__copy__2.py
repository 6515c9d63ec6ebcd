# mistake: Calls torch's x.clone(), which an NDArray does not have.
# named: torch-name
def clone(x):
    return x.clone()
