RUNNING = ("running_mean", "running_var")


def observe(average_copies, case, kit):
    held = [*kit.trained(case.net), *(p for p in case.net.collect_params().values() if p.name.endswith(RUNNING))]
    for parameter in held:
        for shift, copy in zip(case.shifts.asnumpy().tolist(), parameter.list_data()):
            copy[:] = copy * shift + shift
    with kit.unmixed() as mixed:
        average_copies(case.net)
    return {
        "mixed": mixed,
        "context": [sorted(map(str, parameter.list_ctx())) for parameter in held],
        "parameters": [[parameter.data(kit.context(place)) for place in case.places] for parameter in held],
    }
