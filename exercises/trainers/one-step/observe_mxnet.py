def observe(train_step, case, kit):
    with kit.passes(case.net) as passes:
        train_step(*case.arguments)
    first = [array.copy() for array in kit.parameters(case.net)]
    train_step(case.net, case.data, case.label, case.lr / 2)
    return {"mode": passes.modes, "optimizer": passes.settings(), "parameters": first, "second_call": kit.parameters(case.net)}
