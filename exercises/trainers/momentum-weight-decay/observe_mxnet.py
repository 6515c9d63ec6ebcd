def observe(train_sgd, case, kit):
    with kit.passes(case.net) as passes:
        train_sgd(*case.arguments)
    return {"mode": passes.modes, "parameters": kit.parameters(case.net)}
