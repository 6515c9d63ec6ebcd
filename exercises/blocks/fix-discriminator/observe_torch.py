def observe(make_discriminator, case, kit):
    net = make_discriminator(case.ndf)
    shape = list(net(case.x).shape)
    seen = {"kind": "HybridBlock", "initialised": 0, "parameters": kit.shapes(net), "shape": shape}
    kit.load(net, case.weights)
    kit.load_statistics(net, case.running)
    return {**seen, **kit.study(net, case.x, head=case.head)}
