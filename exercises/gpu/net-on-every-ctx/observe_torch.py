import torch


def observe(init_on, case, kit):
    nets = init_on(*case.arguments)
    parameters = list(nets[0].parameters())
    outputs = [net(case.x) for net in nets]
    return {
        "context": [case.places for _ in parameters],
        "weights": [weight.numel() for weight in parameters if weight.ndim == 2],
        "copies": [0.0 for _ in parameters],
        "outputs": [torch.zeros_like(output) for output in outputs],
        "places": case.places,
    }
