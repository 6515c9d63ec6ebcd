import os

import torch

FITS_NOT = {"outcome": "it raises, as the file does not fit"}
STUDY = ("output", "dropout", "training", "gradients", "input_gradient", "statistics")


def observe(load_net, case, kit):
    torch.save(case.file.state_dict(), case.path)
    if getattr(case, "cut", False):
        os.truncate(case.path, os.path.getsize(case.path) // 2)
    try:
        load_net(*case.arguments)
    except RuntimeError:
        return FITS_NOT | dict.fromkeys(("parameters", "running", "context", *STUDY), [])
    parameters, running = kit.parameters(case.net), kit.statistics(case.net)
    return {
        "outcome": "it loads",
        "parameters": parameters,
        "running": running,
        "context": [case.place for _ in [*parameters, *running]],
        **kit.study(case.net, case.x, head=case.head),
    }
