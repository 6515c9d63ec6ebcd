def observe(move_input, case, kit):
    *others, weight, bias = kit.parameters(case.net)
    kit.load(case.net, [*others, weight * case.steep, bias])
    before = [array.copy() for array in kit.parameters(case.net) + kit.statistics(case.net)]
    given, settings = case.data.copy(), kit.settings(case.net)
    result = move_input(*case.arguments)
    after = kit.parameters(case.net) + kit.statistics(case.net)
    now = kit.settings(case.net)
    return {
        "result": result,
        "given": bool((case.data == given).min().asscalar()),
        "state": [bool((a == b).min().asscalar()) for a, b in zip(after, before, strict=True)],
        "settings": [f"{k} is {now.get(k)!r}" for k in settings if now.get(k) != settings[k]],
    }
