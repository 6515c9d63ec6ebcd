# mistake: Returns only the device's kind as a string, without the number, instead of the Context.
# named: kind-only
def device_of(x):
    return x.context.device_type
