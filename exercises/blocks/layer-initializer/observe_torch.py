import torch


def observe(make_layer, case, kit):
    layer = make_layer(case.units)
    weight, bias = kit.parameters(layer)
    anew = kit.parameters(make_layer(case.units))[0]
    seen = {
        "kind": "Dense",
        "parameters": kit.shapes(layer),
        "spread": float(weight.std()),
        "mean": 0.0,
        "within": float((weight.abs() < weight.std()).float().mean()),
        "bias": bias,
        "draws": torch.cat([weight, anew[:50]]).reshape(-1, 100),
    }
    kit.load(layer, case.weights)
    return {**seen, **kit.study(layer, case.x, head=case.head)}
