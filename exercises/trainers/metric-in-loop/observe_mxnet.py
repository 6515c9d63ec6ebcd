def observe(train_epoch_accuracy, case, kit):
    with kit.passes(case.net) as passes:
        result = train_epoch_accuracy(*case.arguments)
    return {"result": result, "mode": passes.modes, "parameters": kit.parameters(case.net)}
