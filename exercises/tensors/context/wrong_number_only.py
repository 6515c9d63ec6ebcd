"""The number of the device only.

You return the number of the device; return the whole `x.context`, not its `device_id`.
"""


def device_of(x):
    return x.context.device_id
