def observe(make_tagger, case, kit):
    net = make_tagger(case.units, case.layers, case.tags)
    shape = list(net(case.x).shape)
    seen = {"kind": "Block", "initialised": 0, "parameters": kit.shapes(net), "shape": shape}
    kit.load(net, case.weights)
    return {**seen, **kit.study(net, case.x, head=case.head)}
