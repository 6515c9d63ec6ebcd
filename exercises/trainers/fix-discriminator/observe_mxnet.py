def observe(train_discriminator, case, kit):
    with kit.passes(case.net) as passes:
        losses = train_discriminator(*case.arguments)
    numbers = [float(loss) for loss in losses] if isinstance(losses, list) else losses
    return {"mode": passes.modes, "losses": numbers, "parameters": kit.parameters(case.net)}
