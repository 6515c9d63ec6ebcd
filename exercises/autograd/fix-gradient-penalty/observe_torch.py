def observe(gradient_penalty, case, kit):
    return {"result": gradient_penalty(*case.arguments)}
