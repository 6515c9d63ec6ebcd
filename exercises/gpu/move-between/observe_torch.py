def observe(to_device, case, kit):
    result = to_device(*case.arguments)
    return {"result": result, "mixed": [], "context": case.place, "source": case.x, "home": case.home}
