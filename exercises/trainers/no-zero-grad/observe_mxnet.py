def observe(train, case, kit):
    train(*case.arguments)
    return {"parameters": kit.parameters(case.net)}
