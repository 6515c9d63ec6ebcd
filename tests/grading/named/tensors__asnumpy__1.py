# mistake: Calls torch's x.numpy(), which an NDArray does not have.
# named: torch-name
def to_numpy(x):
    return x.numpy()
