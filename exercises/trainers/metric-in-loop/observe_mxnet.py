def observe(train_epoch_accuracy, case, kit):
    batch = [tuple(array[:100].copy() for array in case.batches[0])]  # in more, one may be on the border of two classes
    with kit.passes(case.net) as passes:
        result = train_epoch_accuracy(*case.arguments)
    parameters = [array.copy() for array in kit.parameters(case.net)]
    statistics = [array.copy() for array in kit.statistics(case.net)[::2]]
    again = train_epoch_accuracy(case.net, case.trainer, batch)
    seen = {"mode": passes.modes, "optimizer": passes.settings(), "parameters": parameters, "statistics": statistics}
    return {**seen, "result": result, "second_call": again}
