def observe(make_token_head, case, kit):
    net = make_token_head(case.units)
    seen = {"kind": "Block", "initialised": 0, "shape": list(net(case.x).shape), "parameters": kit.shapes(net)}
    kit.load(net, case.weights)
    return {**seen, **kit.study(net, case.x, head=case.head)}
