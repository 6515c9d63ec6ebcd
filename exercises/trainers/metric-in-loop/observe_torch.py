def observe(train_epoch_accuracy, case, kit):
    result = train_epoch_accuracy(*case.arguments)
    return {"result": result, "mode": ["training"], "parameters": kit.parameters(case.net)}
