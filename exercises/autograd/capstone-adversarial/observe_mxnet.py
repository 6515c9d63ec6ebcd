from mxnet import autograd


def observe(attack, case, kit):
    for parameter in case.net.collect_params().values():
        if parameter.name.endswith("running_var"):
            parameter.set_data(kit.fitting(parameter.data() * 0 + 2))
        elif parameter.name.endswith("running_mean"):
            parameter.set_data(kit.fitting(parameter.data() * 0 + 0.5))
    bias = case.net[-1].bias
    bias.set_data(kit.fitting(bias.data() * getattr(case, "scale", 1)))
    with autograd.record(train_mode=False):
        y = case.net(kit.fitting(case.images))
    y.backward(train_mode=False)
    images = case.images.copy()
    result = attack(case.net, *case.arguments[1:])
    unchanged = bool((images == case.images).min().asscalar() == 1)
    seen = {"result": result, "gradients": kit.gradients(case.net), "statistics": kit.statistics(case.net)}
    return {**seen, "kept": unchanged}
