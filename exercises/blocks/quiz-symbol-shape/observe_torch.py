def observe(make_head, case, kit):
    net = make_head(case.units)
    net(case.x)
    seen = {"kind": "HybridBlock", "parameters": kit.shapes(net), "graph": ["_CachedOp"]}
    kit.load(net, case.weights)
    return {**seen, "hybridized": net(case.y), **kit.study(net, case.x, head=case.head)}
