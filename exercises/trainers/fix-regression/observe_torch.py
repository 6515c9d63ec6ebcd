def observe(fit, case, kit):
    losses = fit(*case.arguments)
    first = [array.clone() for array in kit.parameters(case.net)]
    fit(case.net, case.data, case.target, case.lr / 2, case.momentum, case.weight_decay, 1)
    return {"mode": ["training"], "optimizer": [], "losses": losses, "parameters": first, "second_call": kit.parameters(case.net)}
