def observe(make_head, case, kit):
    net = make_head(case.units)
    seen = {"kind": kit.kind(net, "HybridBlock")}
    if seen["kind"] != "HybridBlock":
        return seen
    kit.initialize(net)
    x, y = kit.fitting(case.x), kit.fitting(case.y)
    net(x)
    seen["parameters"] = kit.shapes(net)
    if seen["parameters"] != [list(array.shape) for array in case.weights]:
        return seen
    kit.load(net, case.weights)
    net.hybridize()
    net(x)
    seen |= {"hybridized": net(y), "graph": kit.recorded(net, y)}
    return {**seen, **kit.study(net, case.x, head=case.head)}
