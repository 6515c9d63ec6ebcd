from mxnet import gluon, init

Parameter = gluon.Parameter


def observe(make_mlp_block, case, kit):
    net = make_mlp_block(case.units, case.start)
    make_mlp_block(case.units, case.start + 1)  # before the first one is initialised
    seen = {"kind": kit.kind(net, "HybridBlock")}
    if seen["kind"] != "HybridBlock":
        return seen
    seen["initialised"] = kit.initialised(net)
    layers = ("norm", "fc1", "fc2")
    seen["attributes"] = [name for name in layers if kit.kind(getattr(net, name, None), "Block") == "Block"]
    seen["attributes"] += ["gamma"] * isinstance(getattr(net, "gamma", None), Parameter)
    if len(seen["attributes"]) < 4:
        return seen
    kit.initialize(net, init.Normal(3))
    x = kit.fitting(case.x)
    shape = list(net(x).shape)
    seen["start"] = net.gamma.data().copy()
    arranged = kit.arranged(net, net.norm, net.fc1, net.fc2, net.gamma)
    seen["parameters"] = kit.shapes(arranged)
    if seen["parameters"] != [list(array.shape) for array in case.weights]:
        return seen
    kit.load(arranged, case.weights)
    net.hybridize()
    seen |= {"shape": shape, "hybridized": net(kit.fitting(case.other)), "graph": kit.recorded(net, x)}
    return {**seen, **kit.study(arranged, case.x, head=case.head)}
