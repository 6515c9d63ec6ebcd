import mxnet as mx


def pick_devices(limit):
    devices = []
    for i in range(mx.util.get_gpu_count()):
        if i < limit:
            devices.append(mx.Context("gpu", i))
    if not devices:
        devices.append(mx.Context("cpu", 0))
    return devices
