def observe(make_scale, case, kit):
    net = make_scale(case.n)
    seen = {"kind": "Block", "parameters": kit.shapes(net), "start": kit.parameters(net)[0], "mode": "write"}
    seen["product"] = net(case.x)
    kit.load(net, [case.other])
    return {**seen, **kit.study(net, case.x, head=case.head)}
