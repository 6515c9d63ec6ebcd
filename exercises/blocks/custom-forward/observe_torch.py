def observe(make_residual, case, kit):
    net = make_residual(case.units)
    seen = {"kind": "Block", "children": ["fc1", "fc2"], "parameters": kit.shapes(net), "inputs": case.x.clone()}
    kit.load(net, case.weights)
    return {**seen, "hybridized": net(case.x), **kit.study(net, case.x, head=case.head)}
