import torch


def observe(pick_devices, case, kit):
    picked = []
    for count in case.gpus.int().tolist():
        torch.cuda.device_count = lambda count=count: count
        torch.cuda.is_available = lambda count=count: count > 0
        picked.append([named(device) for device in pick_devices(*case.arguments)])
    return {"context": picked}


def named(device):
    """Return what MXNet calls a device."""
    return f"gpu({device.index})" if device.type == "cuda" else "cpu(0)"
