def observe(make_gated, case, kit):
    net = make_gated(case.units)
    seen = {"kind": kit.kind(net, "HybridBlock")}
    if seen["kind"] != "HybridBlock":
        return seen
    seen["initialised"] = kit.initialised(net)
    seen["children"] = [name for name in ("fc", "gate") if kit.kind(getattr(net, name, None), "Block") == "Block"]
    if len(seen["children"]) < 2:
        return seen
    kit.initialize(net)
    x = kit.fitting(case.x)
    net(x)  # settles sizes that were left open
    seen["parameters"] = kit.shapes(net.fc) + kit.shapes(net.gate)
    if seen["parameters"] != [list(array.shape) for array in case.weights]:
        return seen
    kit.load(net.fc, case.weights[:2])
    kit.load(net.gate, case.weights[2:])
    net.hybridize()
    seen |= {"hybridized": net(x), "graph": kit.recorded(net, x)}
    return {**seen, **kit.study(kit.arranged(net, net.fc, net.gate), case.x, head=case.head)}
