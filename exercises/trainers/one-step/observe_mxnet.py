def observe(train_step, case, kit):
    train_step(*case.arguments)
    return {"parameters": kit.parameters(case.net)}
