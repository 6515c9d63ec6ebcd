def observe(distill, case, kit):
    distill(*case.arguments)
    first = kit.parameters(case.student)
    distill(case.student, case.teacher, case.batches[:1], case.lr / 2, case.temperature)
    return {
        "mode": ["training"],
        "optimizer": [],
        "recorded": 0,
        "teacher": kit.parameters(case.teacher) + kit.statistics(case.teacher),
        "settings": [],
        "parameters": first,
        "second_call": kit.parameters(case.student),
    }
