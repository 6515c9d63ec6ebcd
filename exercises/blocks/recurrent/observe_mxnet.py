def observe(port_classifier, case, kit):
    net = port_classifier(case.state, case.features, case.hidden, case.layers, case.classes)
    seen = {"kind": kit.kind(net, "Block")}
    if seen["kind"] != "Block":
        return seen
    seen["attributes"] = [name for name in ("lstm", "fc") if kit.kind(getattr(net, name, None), "Block") == "Block"]
    if len(seen["attributes"]) < 2:
        return seen
    shape = [list(net(kit.fitting(x)).shape) for x in (case.other, case.x)]
    net = kit.arranged(net, net.lstm, net.fc)
    seen["parameters"] = kit.shapes(net)
    if seen["parameters"] != [list(array.shape) for array in case.state.values()]:
        return seen
    return {**seen, "shape": shape, **kit.study(net, case.x, head=case.head)}
