import torch


def observe(pick_devices, case, kit):
    picked = {}
    for count, name in ((0, "no GPU"), (1, "one GPU"), (3, "three GPUs")):
        torch.cuda.device_count = lambda count=count: count
        torch.cuda.is_available = lambda count=count: count > 0
        picked[name] = [told(device) for device in pick_devices(*case.arguments)]
    return {"context": picked}


def told(device):
    """Return what MXNet calls a device."""
    return f"gpu({device.index})" if device.type == "cuda" else "cpu(0)"
