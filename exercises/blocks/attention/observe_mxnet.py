from mxnet import nd

eye = nd.eye


def observe(make_attention, case, kit):
    net = make_attention(case.units, case.heads)
    seen = {"kind": kit.kind(net, "HybridBlock")}
    if seen["kind"] != "HybridBlock":
        return seen
    seen["initialised"] = kit.initialised(net)
    seen["children"] = [name for name in ("qkv", "out") if kit.kind(getattr(net, name, None), "Block") == "Block"]
    if len(seen["children"]) < 2:
        return seen
    kit.initialize(net)
    # Each query may use its own key.
    mask, bias = (kit.fitting(one * (1 - eye(len(one)))) for one in (case.mask, case.bias))
    x = kit.fitting(case.x)
    shape = list(net(x, mask).shape)
    seen["parameters"] = kit.shapes(net.qkv) + kit.shapes(net.out)
    if seen["parameters"] != [list(array.shape) for array in case.weights]:
        return seen
    seen["shape"] = shape
    kit.load(net.qkv, case.weights[:2])
    kit.load(net.out, case.weights[2:])
    net.hybridize()
    seen |= {"hybridized": net(x, mask), "other_length": net(kit.fitting(case.other), bias)}
    seen["graph"] = kit.recorded(lambda data: net(data, mask), x)
    return {**seen, **kit.study(kit.arranged(net, net.qkv, net.out), x, mask, head=case.head)}
