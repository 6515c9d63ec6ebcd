def frac(x):
    return x - x.astype("int32").astype("float32")
