# mistake: ParameterDict.save still writes the names with the prefix of net, which load_parameters of another net does not find.
# named: prefixes
def hand_over(net, twin, path):
    net.collect_params().save(path)
    twin.load_parameters(path)
