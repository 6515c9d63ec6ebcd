def observe(make_layer, case, kit):
    layer = make_layer(case.units)
    weight, bias = kit.parameters(layer)
    seen = {
        "kind": "Dense",
        "parameters": kit.shapes(layer),
        "spread": float(weight.std()),
        "mean": 0.0,
        "within": float((weight.abs() < weight.std()).float().mean()),
        "bias": bias,
        "draws": weight.reshape(-1, 100),
    }
    kit.load(layer, case.weights)
    return {**seen, **kit.study(layer, case.x, head=case.head)}
