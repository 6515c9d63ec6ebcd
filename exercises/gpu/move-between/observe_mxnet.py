def observe(to_device, case, kit):
    with kit.unmixed() as mixed:
        result = to_device(*case.arguments)
    return {"result": result, "mixed": mixed, "context": kit.where(result), "source": case.x}
