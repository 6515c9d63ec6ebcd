import torch


def observe(init_xavier, case, kit):
    net = case.net
    for _ in range(case.containers):
        net = torch.nn.Sequential(net)
    init_xavier(net)
    weights = [array for array in kit.parameters(case.net) if array.ndim == 2]
    bounds = [(6 / sum(array.shape)) ** 0.5 for array in weights]
    return {
        "reach": [float(array.abs().max()) / bound for array, bound in zip(weights, bounds)],
        "spread": [float(array.std()) / bound * 3**0.5 for array, bound in zip(weights, bounds)],
        "mean": [0.0 for _ in weights],
        "draws": scores(weights, bounds),
        "settings": [],
        "biases": [array for array in kit.parameters(case.net) if array.ndim == 1],
        "repeated": 0,
    }


def scores(weights, bounds):
    shares = torch.cat([(array / bound).reshape(-1, 100) for array, bound in zip(weights, bounds)])
    return torch.erfinv(shares.clamp(-1 + 1e-6, 1 - 1e-6))
