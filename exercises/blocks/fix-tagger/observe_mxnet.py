def observe(make_tagger, case, kit):
    net = make_tagger(case.units, case.layers, case.tags)
    seen = {"kind": kit.kind(net, "Block")}
    if seen["kind"] != "Block":
        return seen
    seen["initialised"] = kit.initialised(net)
    kit.initialize(net)
    net(kit.fitting(case.other))  # another batch, which decides the sizes
    shape = list(net(kit.fitting(case.x)).shape)
    net = kit.arranged(net, *net.hidden, net.fc)
    seen["parameters"] = kit.shapes(net)
    if seen["parameters"] != [list(array.shape) for array in case.weights]:
        return seen
    seen["shape"] = shape
    kit.load(net, case.weights)
    return {**seen, **kit.study(net, case.x, head=case.head)}
