# mistake: Calls size as a method, but in MXNet it is an int property.
# named: torch-method
def shape_of(x):
    return tuple(x.size())
