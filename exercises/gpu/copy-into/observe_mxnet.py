def observe(copy_into, case, kit):
    with kit.unmixed() as mixed:
        copy_into(case.src, case.dst)
    places = [kit.where(case.src), kit.where(case.dst)]
    return {"source": case.src, "destination": case.dst, "context": places, "mixed": mixed}
