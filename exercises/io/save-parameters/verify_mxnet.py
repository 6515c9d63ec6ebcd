def verify(facts, case, kit):
    kit.write("handed.params", facts["file"])
    case.fresh.load_parameters("handed.params")
    return {
        "parameters": kit.parameters(case.fresh),
        "statistics": kit.statistics(case.fresh),
        "output": case.fresh(case.x),
    }
