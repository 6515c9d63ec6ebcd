def observe(train_epoch_accuracy, case, kit):
    result = train_epoch_accuracy(*case.arguments)
    parameters = kit.parameters(case.net)
    again = train_epoch_accuracy(case.net, case.trainer, case.batches[:1])
    return {"result": result, "mode": ["training"], "parameters": parameters, "second_call": again}
