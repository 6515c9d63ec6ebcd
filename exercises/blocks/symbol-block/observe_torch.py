def observe(feature_extractor, case, kit):
    features = feature_extractor(case.net, case.layer)
    seen = {"kind": "SymbolBlock", "activations": features(case.x), "parameters": kit.shapes(features), "settings": []}
    kit.load(case.net, case.other)
    x = case.x.clone().requires_grad_(True)
    seen["follows"] = seen["training"] = features(x)
    seen["training"].backward(case.head)
    return {**seen, "gradients": kit.gradients(features), "input_gradient": x.grad}
