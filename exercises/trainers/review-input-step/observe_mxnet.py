def observe(move_input, case, kit):
    before = [array.copy() for array in kit.parameters(case.net) + kit.statistics(case.net)]
    given = case.data.copy()
    result = move_input(*case.arguments)
    after = kit.parameters(case.net) + kit.statistics(case.net)
    return {
        "result": result,
        "given": bool((case.data == given).min().asscalar()),
        "state": [bool((a == b).min().asscalar()) for a, b in zip(after, before, strict=True)],
    }
