def observe(make_forecaster, case, kit):
    net = make_forecaster(case.hidden, case.targets)
    seen = {"kind": kit.kind(net, "Block")}
    if seen["kind"] != "Block":
        return seen
    seen["initialised"] = kit.initialised(net)
    kit.initialize(net)
    net(kit.fitting(case.other))  # another batch, which decides the sizes
    shape = list(net(kit.fitting(case.x)).shape)
    seen["parameters"] = kit.shapes(net.rnn) + kit.shapes(net.fc)
    if seen["parameters"] != [list(array.shape) for array in case.weights]:
        return seen | {"shape": shape}
    kit.load(net.rnn, case.weights[:4])
    kit.load(net.fc, case.weights[4:])
    return {**seen, "shape": shape, **kit.study(kit.arranged(net, net.rnn, net.fc), case.x, head=case.head)}
