def observe(make_discriminator, case, kit):
    net = make_discriminator(case.ndf)
    seen = {"kind": kit.kind(net, "HybridBlock")}
    if seen["kind"] != "HybridBlock":
        return seen
    seen["initialised"] = kit.initialised(net)
    kit.initialize(net)
    net(kit.fitting(case.other))  # another batch, which decides the sizes
    shape = list(net(kit.fitting(case.x)).shape)
    parts = [net.conv1, net.conv2, net.norm2, net.conv3]
    seen["parameters"] = [shape for part in parts for shape in kit.shapes(part)]
    if seen["parameters"] != [list(array.shape) for array in case.weights]:
        return seen
    seen["shape"] = shape
    net = kit.arranged(net, *parts)
    kit.load(net, case.weights)
    kit.load_statistics(net, case.running)
    return {**seen, **kit.study(net, case.x, head=case.head)}
