def dtype_of(x):
    return type(x.reshape((-1,))[0].asscalar())
