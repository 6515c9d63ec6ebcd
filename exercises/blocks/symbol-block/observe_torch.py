def observe(feature_extractor, case, kit):
    features = feature_extractor(case.net, case.layer)
    seen = {"kind": "SymbolBlock", "activations": features(case.x), "parameters": kit.shapes(features), "settings": []}
    kit.load(case.net, case.other)
    return {**seen, "follows": features(case.x), **kit.study(features, case.x, head=case.head)}
