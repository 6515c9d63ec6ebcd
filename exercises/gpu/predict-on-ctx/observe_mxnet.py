from mxnet.ndarray import NDArray

as_in_context = NDArray.as_in_context


def observe(predict_on, case, kit):
    net = case.net[0] if len(case.net) == 1 else case.net  # a layer alone has no children
    with kit.unmixed() as mixed:
        result = predict_on(net, case.x, case.ctx)
    homes = [[str(ctx) for ctx in parameter.list_ctx()] for parameter in net.collect_params().values()]
    seen = {
        "result": result,
        "context": kit.where(result),
        "homes": homes,
        "parameters": [parameter.copy() for parameter in kit.parameters(net)],
        "running": [statistic.copy() for statistic in kit.statistics(net)],
        "source": case.x,
        "home": kit.where(case.x),
        "mixed": mixed,
    }
    if any(home != [case.place] for home in homes):
        return seen
    x, head = (kit.fitting(as_in_context(array, case.ctx)) for array in (case.x, case.head))
    return {**seen, **kit.study(net, x, head=head)}
