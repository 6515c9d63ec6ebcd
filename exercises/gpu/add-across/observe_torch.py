def observe(add_across, case, kit):
    result = add_across(*case.arguments)
    return {"result": result, "mixed": [], "context": case.place, "source": [case.a, case.b], "places": case.places}
