# mistake: Uses flatten(), which in MXNet keeps the first axis and gives a matrix.
# named: first-axis-kept
def view16(x):
    return x.flatten()
