import torch


def observe(fine_tune, case, kit):
    net, batches = images(case) if case.kernels else (case.net, case.batches)
    tuned = fine_tune(net, case.weight, case.bias, batches, case.lr, case.epochs)
    features, statistics, trained = kit.parameters(net[:-1]), kit.statistics(net), kit.parameters(tuned)[-2:]
    study = kit.study(tuned, case.x, head=case.head)
    return {
        "returned": f"{case.head.shape[1]} outputs",
        "optimizer": [],
        "features": features,
        "statistics": statistics,
        "trained": trained,
        "output": study["output"],
        "hybrid_output": study["hybrid_output"],
        "dropout": study["dropout"] if case.dropouts else [],
    }


def images(case):
    """Return a net that begins with a convolution, and batches of images for it."""
    kernel, bias = case.kernels
    convolution = torch.nn.Conv2d(kernel.shape[1], kernel.shape[0], kernel.shape[2:])
    convolution.load_state_dict({"weight": kernel, "bias": bias})
    pooled = [torch.nn.ReLU(), torch.nn.AdaptiveAvgPool2d(1), torch.nn.Flatten()]
    return torch.nn.Sequential(convolution, *pooled, *case.net), [
        (data.reshape(-1, *case.x.shape[1:]), label) for data, label in case.batches
    ]
