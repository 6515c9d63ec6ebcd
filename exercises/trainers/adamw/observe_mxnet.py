def observe(train_adamw, case, kit):
    with kit.passes(case.net) as passes:
        train_adamw(*case.arguments)
    return {"mode": passes.modes, "parameters": kit.parameters(case.net)}
