def observe(feature_extractor, case, kit):
    features = feature_extractor(case.net, case.layer)
    seen = {"kind": kit.kind(features, "SymbolBlock")}
    if seen["kind"] != "SymbolBlock":
        return seen
    x = kit.fitting(case.x)
    seen |= {"output": features(x), "parameters": [list(array.shape) for array in kit.parameters(features)]}
    case.net[0].weight.set_data(kit.fitting(case.other))
    return {**seen, "follows": features(x)}
