def observe(predict_on, case, kit):
    result = predict_on(*case.arguments)
    parameters, running = kit.parameters(case.net), kit.statistics(case.net)
    return {
        "result": result,
        "context": case.place,
        "homes": [[case.place] for _ in [*parameters, *running]],
        "parameters": parameters,
        "running": running,
        "source": case.x,
        "home": case.home,
        "mixed": [],
        **kit.study(case.net, case.x, head=case.head),
    }
