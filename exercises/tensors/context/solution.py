def device_of(x):
    return x.context
