import os

import torch

STUDY = ("output", "dropout", "training", "gradients", "input_gradient")


def observe(save_net, case, kit):
    folder = os.path.dirname(case.path)
    os.makedirs(folder, exist_ok=True)
    before = {*os.listdir(folder)} - {os.path.basename(case.path)}
    save_net(*case.arguments)
    case.fresh.load_state_dict(torch.load(case.path))
    kept = kit.parameters(case.net) + kit.statistics(case.net)
    seen = {
        "files": sorted(set(os.listdir(folder)) - before),
        "loaded": "taken",
        "parameters": kit.parameters(case.fresh),
        "statistics": kit.statistics(case.fresh),
        "kept": kept,
        "frozen": [not p.requires_grad for p in case.net.parameters()],
        "context": [case.places for _ in kept],
    }
    study = kit.study(case.fresh, case.x, head=case.head)
    return {**seen, **{name: study[name] for name in STUDY}}
