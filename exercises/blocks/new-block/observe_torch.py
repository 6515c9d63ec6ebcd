def observe(make_net, case, kit):
    net = make_net(case.d_in, case.d_out)
    seen = {"kind": "Block", "initialised": 0, "parameters": kit.shapes(net), "names": 0, "shared": 0}
    kit.load(net, case.weights)
    return {**seen, **kit.study(net, case.x, head=case.head)}
