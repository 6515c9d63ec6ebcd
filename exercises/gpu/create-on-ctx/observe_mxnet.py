from mxnet.context import current_context


def observe(ones_plus_one, case, kit):
    home = str(current_context())
    with kit.unmixed() as mixed:
        result = ones_plus_one(*case.arguments)
    default = "unchanged" if str(current_context()) == home else f"{current_context()}, not {home}"
    return {"result": result, "mixed": mixed, "context": kit.where(result), "default": default}
