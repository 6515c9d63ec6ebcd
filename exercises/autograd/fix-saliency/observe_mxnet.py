def observe(saliency, case, kit):
    for parameter in case.net.collect_params().values():
        if parameter.name.endswith("running_var"):
            parameter.set_data(kit.fitting(parameter.data() * 0 + 2))
        elif parameter.name.endswith("running_mean"):
            parameter.set_data(kit.fitting(parameter.data() * 0 + 0.5))
    result = saliency(case.net, case.x, case.labels)
    again = saliency(case.net, case.x, case.labels)
    return {"result": result.copy(), "again": again, "statistics": kit.statistics(case.net)}
