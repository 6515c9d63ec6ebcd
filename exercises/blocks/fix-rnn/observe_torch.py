def observe(make_forecaster, case, kit):
    net = make_forecaster(case.hidden, case.targets)(case.x.shape[2])
    seen = {"kind": "Block", "initialised": 0, "parameters": kit.shapes(net), "shape": list(net(case.x).shape)}
    kit.load(net, case.weights)
    return {**seen, **kit.study(net, case.x, head=case.head)}
