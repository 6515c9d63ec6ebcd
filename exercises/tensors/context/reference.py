def device_of(x):
    return x.device
