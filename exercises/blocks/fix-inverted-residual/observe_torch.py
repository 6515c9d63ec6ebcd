def observe(make_inverted, case, kit):
    net = make_inverted(case.channels, case.hidden)
    seen = {"kind": "HybridBlock", "initialised": 0, "parameters": kit.shapes(net), "shape": list(case.x.shape)}
    kit.load(net, case.weights)
    kit.load_statistics(net, case.running)
    hybridized = net.eval()(case.x).detach()
    return {**seen, "hybridized": hybridized, "graph": ["_CachedOp"], **kit.study(net, case.x, head=case.head)}
