from mxnet.context import current_context


def observe(ones_plus_one, case, kit):
    with case.home:
        with kit.unmixed() as mixed:
            result = ones_plus_one(*case.arguments)
        default = str(current_context())
    return {"result": result, "mixed": mixed, "context": kit.where(result), "default": default}
