def observe(train_discriminator, case, kit):
    pair = [case.reals[0].copy()], [case.fakes[0].copy()]
    with kit.passes(case.net) as passes:
        losses = train_discriminator(*case.arguments)
    numbers = [float(loss) for loss in losses] if isinstance(losses, list) else losses
    first = [array.copy() for array in kit.parameters(case.net)]
    train_discriminator(case.net, *pair, case.lr / 2)
    return {"mode": passes.modes, "optimizer": passes.settings(), "losses": numbers, "parameters": first, "second_call": kit.parameters(case.net)}
