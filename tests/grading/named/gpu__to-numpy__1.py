# mistake: Calls x.cpu() first as in torch, which an NDArray does not have.
# named: cpu, torch-name
def to_numpy(x):
    return x.cpu().asnumpy()
