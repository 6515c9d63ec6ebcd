from mxnet import init


def observe(make_standardised, case, kit):
    net = make_standardised(case.features, case.outputs)
    seen = {"kind": kit.kind(net, "HybridBlock")}
    if seen["kind"] != "HybridBlock":
        return seen
    seen["initialised"] = kit.initialised(net)
    kit.initialize(net, init.Normal(3))
    x = kit.fitting(case.x)
    net(x)
    own = [net.mean, net.scale]
    seen["collected"] = sorted(list(parameter.shape) for parameter in net.collect_params().values())
    seen |= {"start": [p.data().copy() for p in own], "modes": [p.grad_req for p in own]}
    net.mean.set_data(kit.fitting(case.mean))
    for parameter, array in zip([net.scale, net.fc.weight, net.fc.bias], case.weights):
        parameter.set_data(kit.fitting(array))
    net.hybridize()
    seen |= {"hybridized": net(x), "graph": kit.recorded(net, x)}
    return {**seen, **kit.study(kit.arranged(net, net.mean, net.scale, net.fc), case.x, head=case.head)}
