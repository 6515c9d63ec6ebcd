def observe(gradient_penalty, case, kit):
    gradient_penalty(case.x, case.w, 2 - case.v)
    return {"result": gradient_penalty(*case.arguments)}
