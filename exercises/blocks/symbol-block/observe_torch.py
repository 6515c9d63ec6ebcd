import torch


def observe(feature_extractor, case, kit):
    features = feature_extractor(case.net, case.layer)
    seen = {"kind": "SymbolBlock", "output": features(case.x), "parameters": kit.shapes(features)}
    with torch.no_grad():
        case.net[0].weight.copy_(case.other)
    return {**seen, "follows": features(case.x)}
