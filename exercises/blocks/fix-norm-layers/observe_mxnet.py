def observe(make_stem, case, kit):
    net = make_stem(case.channels, case.classes)
    seen = {"kind": kit.kind(net, "HybridBlock")}
    if seen["kind"] != "HybridBlock":
        return seen
    seen["initialised"] = kit.initialised(net)
    kit.initialize(net)
    net(kit.fitting(case.other))  # another batch, which decides the sizes
    seen["shape"] = list(net(kit.fitting(case.x)).shape)
    parts = [net.norm0, net.conv, net.norm1, net.fc]
    seen["parameters"] = [shape for part in parts for shape in kit.shapes(part)]
    if seen["parameters"] != [list(array.shape) for array in case.weights]:
        return seen
    net = kit.arranged(net, *parts)
    kit.load(net, case.weights)
    kit.load_statistics(net, case.running)
    return {**seen, **kit.study(net, case.x, head=case.head)}
