def observe(normalised_gradient, case, kit):
    return {"result": normalised_gradient(case.x)}
