# mistake: Counts all parameters and does not leave out those with grad_req 'null'.
# named: everything
def count_trainable(net):
    total = 0
    for p in net.collect_params().values():
        total += p.data().size
    return int(total)
