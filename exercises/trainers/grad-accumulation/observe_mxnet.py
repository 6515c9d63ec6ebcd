def observe(accumulate_step, case, kit):
    with kit.passes(case.net) as passes:
        accumulate_step(*case.arguments)
    first = [array.copy() for array in kit.parameters(case.net)]
    accumulate_step(*case.arguments)
    return {
        "mode": passes.modes,
        "optimizer": passes.settings(),
        "order": passes.order,
        "parameters": first,
        "second_call": kit.parameters(case.net),
    }
