def observe(make_hybrid, case, kit):
    net = make_hybrid(case.hidden, case.out)
    seen = {"kind": kit.kind(net, "HybridBlock")}
    if seen["kind"] != "HybridBlock":
        return seen
    seen["initialised"] = kit.initialised(net)
    x = kit.fitting(case.x)
    seen["first"] = kit.recorded(net, x)  # raises where nothing was initialised
    seen["parameters"] = kit.shapes(net)
    if seen["parameters"] != [list(array.shape) for array in case.weights]:
        return seen
    kit.load(net, case.weights)
    seen |= {"hybridized": net(x), "graph": kit.recorded(net, x)}
    return {**seen, **kit.study(net, case.x, head=case.head)}
