def observe(fit, case, kit):
    given = case.data.copy(), case.target.copy()
    with kit.passes(case.net) as passes:
        losses = fit(*case.arguments)
    numbers = [float(loss) for loss in losses] if isinstance(losses, list) else losses
    first = [array.copy() for array in kit.parameters(case.net)]
    fit(case.net, *given, case.lr / 2, case.momentum, case.weight_decay, 1)
    return {"mode": passes.modes, "optimizer": passes.settings("momentum", "wd"), "losses": numbers, "parameters": first, "second_call": kit.parameters(case.net)}
