def observe(train_discriminator, case, kit):
    losses = train_discriminator(*case.arguments)
    first = [array.clone() for array in kit.parameters(case.net)]
    train_discriminator(case.net, case.reals[:1], case.fakes[:1], case.lr / 2)
    return {"mode": ["training"], "optimizer": [], "losses": losses, "parameters": first, "second_call": kit.parameters(case.net)}
