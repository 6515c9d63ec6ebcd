def observe(train_accumulated, case, kit):
    with kit.passes(case.net) as passes:
        for _ in range(case.calls):  # one per epoch
            train_accumulated(*case.arguments)
    return {"mode": passes.modes, "optimizer": passes.settings(), "parameters": kit.parameters(case.net)}
