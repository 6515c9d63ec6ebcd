# mistake: Returns the printed form of the type, the string "<class 'numpy.float32'>".
# named: text
def dtype_of(x):
    return str(x.dtype)
