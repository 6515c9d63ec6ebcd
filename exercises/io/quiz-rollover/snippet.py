from mxnet import gluon

loader = gluon.data.DataLoader(list(range(10)), batch_size=4, last_batch="rollover")
result = [[len(batch) for batch in loader] for _ in range(2)]
