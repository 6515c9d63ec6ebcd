def reshape16(x):
    return x.expand_dims(0).flatten()[0]
