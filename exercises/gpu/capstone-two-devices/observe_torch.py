import os

import torch


def observe(train_and_save, case, kit):
    os.makedirs(os.path.dirname(case.path) or ".", exist_ok=True)
    net, batches, ctxs, lr, momentum, path, fresh, _ = case.arguments
    losses, accuracy = train_and_save(net, batches, ctxs, lr, momentum, path, fresh, "cpu")
    parameters = kit.parameters(case.net)
    sizes = {place: 0 for place in case.places}
    for _, label in case.batches:
        for place, part in zip(case.places, torch.tensor_split(label, len(case.places))):
            sizes[place] += len(part)
    return {
        "mixed": [],
        "mode": ["training"],
        "optimizer": [],
        "context": [sorted(case.places) for _ in parameters],
        "shares": sizes,
        "parameters": [[parameter for _ in case.places] for parameter in parameters],
        "losses": losses,
        "accuracy": accuracy,
        "home": [[case.place] for _ in parameters],
        "loaded": kit.parameters(case.fresh),
        "file": kit.parameters(case.fresh),
    }
