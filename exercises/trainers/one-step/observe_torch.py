def observe(train_step, case, kit):
    train_step(*case.arguments)
    first = [array.clone() for array in kit.parameters(case.net)]
    train_step(case.net, case.data, case.label, case.lr / 2)
    return {"mode": ["training"], "optimizer": [], "parameters": first, "second_call": kit.parameters(case.net)}
