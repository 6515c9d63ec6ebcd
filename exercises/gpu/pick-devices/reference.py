import torch


def pick_devices(limit):
    n = min(limit, torch.cuda.device_count()) if torch.cuda.is_available() else 0
    return [torch.device("cuda", i) for i in range(n)] or [torch.device("cpu")]
