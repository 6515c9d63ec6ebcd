def observe(make_stem, case, kit):
    net = make_stem(case.channels, case.classes)
    seen = {"kind": "HybridBlock", "initialised": 0, "shape": list(net(case.x).shape), "parameters": kit.shapes(net)}
    kit.load(net, case.weights)
    kit.load_statistics(net, case.running)
    return {**seen, **kit.study(net, case.x, head=case.head)}
