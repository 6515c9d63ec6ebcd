import os

import torch

os.environ["CUDA_VISIBLE_DEVICES"] = ""  # DataParallel takes every GPU that it sees, and the net lies on the CPU


def observe(parallel_step, case, kit):
    parallel_step(*case.arguments)
    parallel_step(case.net, case.data, case.label, case.ctxs, case.lr / 2)
    parameters = kit.parameters(case.net)
    parts = torch.tensor_split(case.label, len(case.places))
    return {
        "mixed": [],
        "mode": ["training"],
        "optimizer": [],
        "context": [sorted(case.places) for _ in parameters],
        "shares": {place: 2 * len(part) for place, part in zip(case.places, parts)},
        "parameters": [{place: parameter for place in case.places} for parameter in parameters],
    }
