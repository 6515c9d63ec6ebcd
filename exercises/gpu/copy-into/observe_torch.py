def observe(copy_into, case, kit):
    copy_into(case.src, case.dst)
    return {"source": case.src, "destination": case.dst, "context": [case.home, case.place], "mixed": []}
