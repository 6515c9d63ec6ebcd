def observe(distill, case, kit):
    batch = [tuple(array.copy() for array in case.batches[0])]
    settings = kit.settings(case.teacher)
    with kit.passes(case.teacher) as taught, kit.passes(case.student) as learned:
        distill(*case.arguments)
    first = [array.copy() for array in kit.parameters(case.student)]
    distill(case.student, case.teacher, batch, case.lr / 2, case.temperature)
    now = kit.settings(case.teacher)
    return {
        "mode": learned.modes,
        "optimizer": learned.settings(),
        "recorded": sum(entry != "backward" for entry in taught.order),
        "teacher": kit.parameters(case.teacher) + kit.statistics(case.teacher),
        "settings": [f"{k} is {now.get(k)!r}" for k in settings if now.get(k) != settings[k]],
        "parameters": first,
        "second_call": kit.parameters(case.student),
    }
