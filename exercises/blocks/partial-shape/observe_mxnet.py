from mxnet.gluon.parameter import DeferredInitializationError


def state(parameter):
    try:
        parameter.data()
    except DeferredInitializationError:
        return "waits for data"
    except RuntimeError:
        return "is not initialised"
    return "holds values"


def observe(make_lazy_mlp, case, kit):
    net = make_lazy_mlp(case.hidden, case.out)
    seen = {"kind": kit.kind(net, "Block")}
    if seen["kind"] != "Block":
        return seen
    weights = [parameter for parameter in kit.trained(net) if len(parameter.shape) == 2]
    seen["open"] = [max(weight.shape[1], 0) for weight in weights]
    seen["pending"] = [state(weight) for weight in weights]
    if seen["pending"] != ["waits for data", "waits for data"]:
        return seen
    seen["parameters"] = []
    for name, data, arrays in (("output", case.x, case.flat), ("images", case.y, case.images)):
        net = make_lazy_mlp(case.hidden, case.out)
        net(kit.fitting(data[:1]))  # the sizes do not come from the number of rows
        seen["parameters"].append(kit.shapes(net))
        if seen["parameters"][-1] != [list(array.shape) for array in arrays]:
            return seen
        kit.load(net, arrays)
        seen |= kit.study(net, data, head=case.head) if name == "output" else {name: net(kit.fitting(data))}
    return seen
