def observe(to_device, case, kit):
    return {"result": to_device(*case.arguments), "mixed": [], "context": case.place, "source": case.x}
