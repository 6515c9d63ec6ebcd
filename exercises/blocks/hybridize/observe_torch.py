def observe(make_hybrid, case, kit):
    net = make_hybrid(case.hidden, case.out)
    net(case.x)
    seen = {"kind": "HybridBlock", "initialised": 4, "parameters": kit.shapes(net)}
    seen |= {"first": ["_CachedOp"], "graph": ["_CachedOp"]}
    kit.load(net, case.weights)
    return {**seen, "hybridized": net(case.x), **kit.study(net, case.x, head=case.head)}
