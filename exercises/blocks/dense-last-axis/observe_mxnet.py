def observe(make_token_head, case, kit):
    net = make_token_head(case.units)
    seen = {"kind": kit.kind(net, "Block")}
    if seen["kind"] != "Block":
        return seen
    seen["initialised"] = kit.initialised(net)
    kit.initialize(net)
    net(kit.fitting(case.other))  # another batch, which decides the sizes
    x = kit.fitting(case.x)
    seen |= {"shape": list(net(x).shape), "parameters": kit.shapes(net)}
    if seen["parameters"] != [list(array.shape) for array in case.weights]:
        return seen
    kit.load(net, case.weights)
    return {**seen, **kit.study(net, case.x, head=case.head)}
