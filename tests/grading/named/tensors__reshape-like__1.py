# mistake: Calls torch's view_as method, which an NDArray does not have.
# named: torch-name
def view_as(x, y):
    return x.view_as(y)
