def observe(make_gated, case, kit):
    net = make_gated(case.units)
    net(case.x)
    seen = {"kind": "HybridBlock", "children": ["fc", "gate"], "parameters": kit.shapes(net), "graph": ["_CachedOp"]}
    seen["initialised"] = 0
    kit.load(net, case.weights)
    return {**seen, "hybridized": net(case.x), **kit.study(net, case.x, head=case.head)}
