# mistake: Calls torch's x.to, which an NDArray does not have.
# named: torch-name
def to_device(x, ctx):
    return x.to(ctx)
