def observe(to_device, case, kit):
    with kit.unmixed() as mixed:
        result = to_device(*case.arguments)
    home = kit.where(case.x)
    return {"result": result, "mixed": mixed, "context": kit.where(result), "source": case.x, "home": home}
