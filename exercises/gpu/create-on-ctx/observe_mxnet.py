from mxnet.context import current_context


def observe(ones_plus_one, case, kit):
    with case.home:
        with kit.unmixed() as mixed:
            result = ones_plus_one(*case.arguments)
        seen = {"result": result, "mixed": mixed, "context": kit.where(result), "default": str(current_context())}
        if seen["context"] == "no device":
            return seen
        seen["result"] = result.copy()
        result[:] = 7
        return {**seen, "second_call": ones_plus_one(*case.arguments)}
