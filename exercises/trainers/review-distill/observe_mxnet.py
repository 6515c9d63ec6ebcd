def observe(distill, case, kit):
    settings = kit.settings(case.teacher)
    with kit.passes(case.teacher) as taught, kit.passes(case.student) as learned:
        distill(*case.arguments)
    now = kit.settings(case.teacher)
    return {
        "mode": learned.modes,
        "recorded": sum(entry != "backward" for entry in taught.order),
        "teacher": kit.parameters(case.teacher) + kit.statistics(case.teacher),
        "settings": [f"{k} is {now.get(k)!r}" for k in settings if now.get(k) != settings[k]],
        "parameters": kit.parameters(case.student),
    }
