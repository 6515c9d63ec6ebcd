import torch


def observe(init_like_torch, case, kit):
    images = torch.nn.Sequential(
        torch.nn.Conv2d(case.channels, case.filters, 3),
        torch.nn.Conv2d(20, 200, tuple(case.kernel), groups=4),
        torch.nn.Conv2d(30, 100, (1, 4), bias=False),
        torch.nn.Linear(40, 100, bias=False),
    )
    arrays = []
    for net in (case.net, images):
        init_like_torch(net)
        arrays += kit.parameters(net)
    weights, biases = [a for a in arrays if a.ndim > 1], [a for a in arrays if a.ndim == 1]
    bounds = [weight[0].numel() ** -0.5 for weight in weights]
    return {
        **measures("weight", weights, bounds),
        **measures("bias", biases, bounds),
        "weight_mean": [0.0 for _ in weights],
        "draws": scores([*weights, *biases], bounds * 2),
        "copied": [False for _ in biases],
        "settings": [],
    }


def measures(name, arrays, bounds):
    return {
        f"{name}_reach": [float(a.abs().max()) / bound for a, bound in zip(arrays, bounds)],
        f"{name}_spread": [float(a.std()) / bound * 3**0.5 for a, bound in zip(arrays, bounds)],
    }


def scores(arrays, bounds):
    shares = torch.cat([(array / bound).reshape(-1, 100) for array, bound in zip(arrays, bounds)])
    return torch.erfinv(shares.clamp(-1 + 1e-6, 1 - 1e-6))
