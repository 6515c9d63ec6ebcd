def observe(train_sgd, case, kit):
    train_sgd(*case.arguments)
    return {"parameters": kit.parameters(case.net)}
