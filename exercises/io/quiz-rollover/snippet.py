from mxnet import gluon

loader = gluon.data.DataLoader(list(range({{n}})), batch_size={{batch}}, last_batch="rollover")
result = [[len(batch) for batch in loader] for _ in range(2)]
