def observe(make_inverted, case, kit):
    net = make_inverted(case.channels, case.hidden)
    seen = {"kind": kit.kind(net, "HybridBlock")}
    if seen["kind"] != "HybridBlock":
        return seen
    seen["initialised"] = kit.initialised(net)
    kit.initialize(net)
    net(kit.fitting(case.other))  # another batch, which decides the sizes
    x = kit.fitting(case.x)
    shape = list(net(x).shape)
    parts = [net.expand, net.norm1, net.depthwise, net.norm2, net.gate, net.project]
    seen["parameters"] = [shape for part in parts for shape in kit.shapes(part)]
    if seen["parameters"] != [list(array.shape) for array in case.weights]:
        return seen
    seen["shape"] = shape
    arranged = kit.arranged(net, *parts)
    kit.load(arranged, case.weights)
    kit.load_statistics(arranged, case.running)
    seen |= kit.study(arranged, case.x, head=case.head)
    kit.load_statistics(arranged, case.running)
    net.hybridize()
    return {**seen, "hybridized": net(x), "graph": kit.recorded(net, x)}
