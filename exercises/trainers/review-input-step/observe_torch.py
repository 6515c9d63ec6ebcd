def observe(move_input, case, kit):
    *others, weight, bias = kit.parameters(case.net)
    kit.load(case.net, [*others, weight * case.steep, bias])
    result = move_input(*case.arguments)
    return {
        "result": result,
        "given": True,
        "state": [True for _ in kit.parameters(case.net) + kit.statistics(case.net)],
        "settings": [],
    }
