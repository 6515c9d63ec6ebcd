def observe(distill, case, kit):
    distill(*case.arguments)
    return {
        "mode": ["training"],
        "recorded": 0,
        "teacher": kit.parameters(case.teacher) + kit.statistics(case.teacher),
        "settings": [],
        "parameters": kit.parameters(case.student),
    }
