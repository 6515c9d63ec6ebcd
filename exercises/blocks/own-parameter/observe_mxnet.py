from mxnet import autograd, init


def observe(make_scale, case, kit):
    net = make_scale(case.n)
    seen = {"kind": kit.kind(net, "Block")}
    if seen["kind"] != "Block":
        return seen
    kit.initialize(net, init.Normal(3))
    seen["parameters"] = [list(parameter.shape or ()) for parameter in net.collect_params().values()]
    if seen["parameters"] != [[case.n]]:
        return seen
    parameter = next(iter(net.collect_params().values()))
    seen |= {"start": parameter.data().copy(), "mode": parameter.grad_req}
    x, head = kit.fitting(case.x), kit.fitting(case.head)
    seen["output"] = net(x)
    if seen["mode"] == "null":
        return seen
    x.attach_grad()  # so that there is something to record where the vector is cut off
    with autograd.record():
        loss = (net(x) * head).sum()
    loss.backward()
    seen["gradients"] = parameter.grad()
    parameter.set_data(kit.fitting(case.other))
    seen["follows"] = net(x)
    return seen
