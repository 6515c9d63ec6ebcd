def observe(train_discriminator, case, kit):
    losses = train_discriminator(*case.arguments)
    return {"mode": ["training"], "losses": losses, "parameters": kit.parameters(case.net)}
