# mistake: Calls torch's x.view, which an NDArray does not have.
# named: torch-name
def view16(x):
    return x.view(16)
