def verify(facts, case, kit):
    kit.write("handed.params", facts["file"])
    case.fresh.load_parameters("handed.params")
    return {"file": kit.parameters(case.fresh)}
