# mistake: Returns the type of the Python object, NDArray, instead of the element type.
# named: array-class
def dtype_of(x):
    return type(x)
