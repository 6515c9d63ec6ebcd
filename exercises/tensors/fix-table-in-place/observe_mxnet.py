def observe(update_table, case, kit):
    result = update_table(*case.arguments)
    return {"result": result, "table": case.table, "values": case.values}
