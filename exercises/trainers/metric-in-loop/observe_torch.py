def observe(train_epoch_accuracy, case, kit):
    result = train_epoch_accuracy(*case.arguments)
    parameters = kit.parameters(case.net)
    statistics = kit.statistics(case.net)[::2]
    batch = tuple(array[:100] for array in case.batches[0])
    again = train_epoch_accuracy(case.net, case.trainer, [batch])
    seen = {"mode": ["training"], "optimizer": [], "parameters": parameters, "statistics": statistics}
    return {**seen, "result": result, "second_call": again}
