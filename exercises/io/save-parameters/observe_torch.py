import os

import torch


def observe(save_net, case, kit):
    before = os.listdir(".")
    save_net(*case.arguments)
    written = sorted(set(os.listdir(".")) - set(before))
    case.fresh.load_state_dict(torch.load(case.path))
    return {
        "files": written,
        "loaded": "taken",
        "parameters": kit.parameters(case.fresh),
        "statistics": kit.statistics(case.fresh),
        "outputs": case.fresh.eval()(case.x),
        "kept": kit.parameters(case.net) + kit.statistics(case.net),
    }
