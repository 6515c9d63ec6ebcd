"""The result is only the number of the device.

You return the number of the device; return the whole `x.context`, not its `device_id`.
"""


def context_of(x):
    return x.context.device_id
