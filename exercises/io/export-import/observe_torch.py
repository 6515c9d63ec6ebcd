import os

import torch

STUDY = ("output", "training", "gradients", "input_gradient", "statistics", "trainer_step")


def observe(export_and_reload, case, kit):
    os.makedirs(os.path.dirname(case.prefix), exist_ok=True)
    block = export_and_reload(*case.arguments)
    outputs, another_batch = block(case.x), case.net(case.other)  # the exported program is fixed to the size of x
    read_back = torch.export.load(case.prefix + ".pt2").module()(case.x)
    kept = kit.parameters(case.net) + kit.statistics(case.net)
    study = kit.study(case.net, case.other, head=case.head)
    with torch.no_grad():
        for parameter in case.net.parameters():
            parameter.zero_()
    name = os.path.basename(case.prefix)
    return {
        "kind": "a SymbolBlock",
        "files": [f"{name}-0000.params", f"{name}-symbol.json"],
        "outputs": outputs,
        "another_batch": another_batch,
        "inputs": ["data"],
        "read_back": read_back,
        "kept": kept,
        "after": block(case.x),
        **{name: study[name] for name in STUDY},
    }
