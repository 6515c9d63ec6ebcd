def observe(make_mlp, case, kit):
    net = make_mlp(case.sizes)
    seen = {"kind": kit.kind(net, "Block")}
    if seen["kind"] != "Block":
        return seen
    kit.initialize(net)
    x = kit.fitting(case.x)
    net(x)
    seen["parameters"] = kit.shapes(net)
    if seen["parameters"] != [list(array.shape) for array in case.weights]:
        return seen
    kit.load(net, case.weights)
    return {**seen, **kit.study(net, case.x, head=case.head)}
