def average_copies(net):
    for parameter in net.collect_params().values():
        copies = parameter.list_data()
        home = copies[0].context
        mean = sum(copy.copyto(home) for copy in copies) / len(copies)
        for copy in copies:
            copy[:] = mean
