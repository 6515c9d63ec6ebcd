# mistake: Calls torch's numel(), which an NDArray does not have.
# named: torch-name
def count(x):
    return x.numel()
