def observe(make_net, case, kit):
    net = make_net(case.d_in, case.d_out)
    kind = kit.kind(net, "Block")
    if kind == "Block" and type(net).__module__.startswith("mxnet"):
        kind = f"{type(net).__name__}, a class of MXNet's own"
    if kind != "Block":
        return {"kind": kind}
    initialised = kit.initialised(net)
    kit.initialize(net)
    net(kit.fitting(case.x))  # settles sizes that were left open
    parameters = sorted(kit.trained(net), key=lambda parameter: -len(parameter.shape))  # the weight first
    seen = {"kind": kind, "initialised": initialised, "parameters": [list(parameter.shape) for parameter in parameters]}
    if seen["parameters"] != [list(array.shape) for array in case.weights]:
        return seen
    for parameter, array in zip(parameters, case.weights):
        parameter.set_data(kit.fitting(array))
    names = list(net.collect_params())
    others = [name for _ in range(3) for name in make_net(case.d_in, case.d_out).collect_params()]
    seen |= kit.study(kit.arranged(net, *parameters), case.x, head=case.head)
    seen["names"] = len([name for name in names if not name.startswith(net.prefix)])
    seen["shared"] = len(set(names) & set(others))
    return seen
