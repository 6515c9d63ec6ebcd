def observe(train, case, kit):
    with kit.passes(case.net) as passes:
        train(*case.arguments)
    return {"mode": passes.modes, "parameters": kit.parameters(case.net)}
