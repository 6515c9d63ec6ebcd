def observe(train_weighted, case, kit):
    with kit.passes(case.net) as passes:
        train_weighted(*case.arguments)
    return {"mode": passes.modes, "parameters": kit.parameters(case.net)}
