def observe(make_lm, case, kit):
    net = make_lm(case.vocabulary, case.units)
    seen = {"kind": "Block", "initialised": 0, "attributes": ["emb", "fc"], "parameters": kit.shapes(net)}
    kit.load(net, case.weights)
    return {**seen, "shape": list(net(case.ids).shape), **kit.study(net, case.ids, head=case.head)}
