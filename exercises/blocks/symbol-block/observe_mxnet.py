def observe(feature_extractor, case, kit):
    before = kit.settings(case.net)
    features = feature_extractor(case.net, case.layer)
    seen = {"kind": kit.kind(features, "SymbolBlock")}
    if seen["kind"] != "SymbolBlock":
        return seen
    seen["parameters"] = [list(array.shape) for array in kit.parameters(features)]
    after = kit.settings(case.net)
    seen["settings"] = [f"{name} is {after.get(name)!r}" for name in before if after.get(name) != before[name]]
    x = kit.fitting(case.x)
    seen["activations"] = features(x)
    if seen["activations"].shape != case.head.shape:
        return seen  # a head gradient of another shape would be read past its end
    kit.load(case.net, case.other)
    seen["follows"] = features(x)
    return {**seen, **kit.study(features, x, head=case.head)}
