import copy

import torch


def observe(average_copies, case, kit):
    replicas = [copy.deepcopy(case.net) for _ in case.places]
    with torch.no_grad():
        for shift, replica in zip(case.shifts.tolist(), replicas):
            for parameter in contents(replica):
                parameter.copy_(parameter * shift + shift)
    average_copies(replicas)
    return {
        "mixed": [],
        "context": [sorted(case.places) for _ in contents(case.net)],
        "parameters": [list(copies) for copies in zip(*map(contents, replicas))],
    }


def contents(net):
    """Return the parameters, then the running statistics."""
    return [*net.parameters(), *(buffer for buffer in net.buffers() if buffer.is_floating_point())]
