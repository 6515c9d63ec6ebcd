def observe(copy_into, case, kit):
    with kit.unmixed() as mixed:
        copy_into(case.src, case.dst)
    return {"source": case.src, "destination": case.dst, "context": kit.where(case.dst), "mixed": mixed}
