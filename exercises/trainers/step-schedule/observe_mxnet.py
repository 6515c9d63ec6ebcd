def observe(train_with_schedule, case, kit):
    with kit.passes(case.net) as passes:
        train_with_schedule(*case.arguments)
    return {"mode": passes.modes, "parameters": kit.parameters(case.net)}
