def expand_dims(x, dim):
    shape = list(x.shape)
    shape.insert(dim % (x.ndim + 1), 1)
    return x.reshape(tuple(shape))
