def observe(accumulate_step, case, kit):
    accumulate_step(*case.arguments)
    first = kit.parameters(case.net)
    accumulate_step(*case.arguments)
    order = [done for _, label in case.micro_batches for done in (f"forward of {len(label)}", "backward")]
    return {"mode": ["training"], "optimizer": [], "order": order, "parameters": first, "second_call": kit.parameters(case.net)}
