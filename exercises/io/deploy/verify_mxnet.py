from mxnet.gluon import SymbolBlock


def verify(facts, case, kit):
    kit.write("handed.json", facts["graph"])
    kit.write("handed.params", facts["weights"])
    block = SymbolBlock.imports("handed.json", ["data"], "handed.params")
    return {"read_back": [] if case.rate else block(case.x)}
