import copy

import torch


def observe(average_copies, case, kit):
    replicas = [copy.deepcopy(case.net) for _ in case.places]
    with torch.no_grad():
        for shift, replica in zip(case.shifts.tolist(), replicas):
            for parameter in replica.parameters():
                parameter.copy_(parameter * shift + shift)
    average_copies(replicas)
    return {
        "mixed": [],
        "context": [sorted(case.places) for _ in case.net.parameters()],
        "parameters": [list(copies) for copies in zip(*(replica.parameters() for replica in replicas))],
    }
