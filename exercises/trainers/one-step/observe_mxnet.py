def observe(train_step, case, kit):
    with kit.passes(case.net) as passes:
        train_step(*case.arguments)
    return {"mode": passes.modes, "parameters": kit.parameters(case.net)}
