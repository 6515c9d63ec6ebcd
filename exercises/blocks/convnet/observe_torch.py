def observe(make_cnn, case, kit):
    net = make_cnn(case.channels, case.classes)
    seen = {"kind": "Block", "initialised": 0, "shape": list(net(case.x).shape), "parameters": kit.shapes(net)}
    kit.load(net, case.weights)
    return {**seen, **kit.study(net, case.x, head=case.head)}
