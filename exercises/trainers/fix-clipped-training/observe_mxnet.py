def observe(train_clipped, case, kit):
    with kit.passes(case.net) as passes:
        train_clipped(*case.arguments)
    return {"mode": passes.modes, "parameters": kit.parameters(case.net)}
