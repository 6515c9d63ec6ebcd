def observe(make_bag, case, kit):
    case.ids[:, case.place] = case.words
    net = make_bag(case.vocabulary, case.units, case.classes)
    seen = {"kind": kit.kind(net, "Block")}
    if seen["kind"] != "Block":
        return seen
    seen["initialised"] = kit.initialised(net)
    kit.initialize(net)
    net(kit.fitting(case.other))  # another batch, which decides the sizes
    shape = list(net(kit.fitting(case.ids)).shape)
    seen["parameters"] = kit.shapes(net.emb) + kit.shapes(net.fc)
    if seen["parameters"] != [list(array.shape) for array in case.weights]:
        return seen
    seen["shape"] = shape
    kit.load(net.emb, case.weights[:1])
    kit.load(net.fc, case.weights[1:])
    return {**seen, **kit.study(kit.arranged(net, net.emb, net.fc), case.ids, head=case.head)}
