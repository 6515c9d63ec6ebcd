# mistake: Calls x.T with parentheses, but in MXNet it is a property.
# named: called
def transpose(x):
    return x.T()
