def observe(make_lm, case, kit):
    net = make_lm(case.vocabulary, case.units)
    seen = {"kind": kit.kind(net, "Block")}
    if seen["kind"] != "Block":
        return seen
    seen["initialised"] = kit.initialised(net)
    seen["attributes"] = [name for name in ("emb", "fc") if kit.kind(getattr(net, name, None), "Block") == "Block"]
    if len(seen["attributes"]) < 2:
        return seen
    kit.initialize(net)
    net(kit.fitting(case.other))  # another batch, which decides the sizes
    shape = list(net(kit.fitting(case.ids)).shape)
    net = kit.arranged(net, net.emb, net.fc)
    seen["parameters"] = kit.shapes(net)
    if seen["parameters"] != [list(array.shape) for array in case.weights]:
        return seen
    kit.load(net, case.weights)
    return {**seen, "shape": shape, **kit.study(net, case.ids, head=case.head)}
