def observe(distill, case, kit):
    with kit.passes(case.teacher) as taught, kit.passes(case.student) as learned:
        distill(*case.arguments)
    return {
        "mode": learned.modes,
        "recorded": sum(entry != "backward" for entry in taught.order),
        "teacher": kit.parameters(case.teacher) + kit.statistics(case.teacher),
        "parameters": kit.parameters(case.student),
    }
