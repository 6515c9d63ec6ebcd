def observe(train_groups, case, kit):
    with kit.passes(case.net) as passes:
        train_groups(*case.arguments)
    return {"mode": passes.modes, "parameters": kit.parameters(case.net)}
