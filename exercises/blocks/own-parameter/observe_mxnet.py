from mxnet import init


def observe(make_scale, case, kit):
    net = make_scale(case.n)
    seen = {"kind": kit.kind(net, "Block")}
    if seen["kind"] != "Block":
        return seen
    kit.initialize(net, init.Normal(3), again=case.again)
    kit.initialize(net, init.Normal(3), again=case.again)
    seen["parameters"] = [list(parameter.shape or ()) for parameter in net.collect_params().values()]
    if seen["parameters"] != [[case.n]]:
        return seen
    parameter = next(iter(net.collect_params().values()))
    seen |= {"start": parameter.data().copy(), "mode": parameter.grad_req}
    x = kit.fitting(case.x)
    seen["product"] = net(x)
    if seen["mode"] == "null":
        return seen
    parameter.set_data(kit.fitting(case.other))
    return {**seen, **kit.study(net, case.x, head=case.head)}
