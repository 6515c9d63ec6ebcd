def observe(train_epoch_accuracy, case, kit):
    batch = [tuple(array.copy() for array in case.batches[0])]
    with kit.passes(case.net) as passes:
        result = train_epoch_accuracy(*case.arguments)
    parameters = [array.copy() for array in kit.parameters(case.net)]
    again = train_epoch_accuracy(case.net, case.trainer, batch)
    return {"result": result, "mode": passes.modes, "parameters": parameters, "second_call": again}
