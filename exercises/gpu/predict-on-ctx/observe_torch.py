def observe(predict_on, case, kit):
    net = case.net[0] if len(case.net) == 1 else case.net
    result = predict_on(net, case.x, case.ctx)
    parameters, running = kit.parameters(net), kit.statistics(net)
    return {
        "result": result,
        "context": case.place,
        "homes": [[case.place] for _ in [*parameters, *running]],
        "parameters": parameters,
        "running": running,
        "source": case.x,
        "home": case.home,
        "mixed": [],
        **kit.study(net, case.x, head=case.head),
    }
