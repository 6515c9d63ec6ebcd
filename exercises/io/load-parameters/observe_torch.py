import os

import torch

FITS_NOT = {"outcome": "it raises, as the file does not fit"}
STUDY = ("output", "dropout", "training", "gradients", "input_gradient", "statistics")


def observe(load_net, case, kit):
    torch.save(case.file.state_dict(), case.path)
    share = getattr(case, "share", 1)
    os.truncate(case.path, int(share * os.path.getsize(case.path)))
    if not share:
        os.remove(case.path)
    try:
        load_net(*case.arguments)
    except (RuntimeError, OSError):
        return FITS_NOT | dict.fromkeys(("parameters", "running", "context", *STUDY), [])
    parameters, running = kit.parameters(case.net), kit.statistics(case.net)
    return {
        "outcome": "it loads",
        "parameters": parameters,
        "running": running,
        "context": [case.place for _ in [*parameters, *running]],
        **kit.study(case.net, case.x, head=case.head),
    }
