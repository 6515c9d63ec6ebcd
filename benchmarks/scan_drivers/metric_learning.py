"""Computes each loss, miner, distance, reducer and regularizer of pytorch_metric_learning."""

import contextlib
import inspect

import torch
from pytorch_metric_learning import distances, losses, miners, reducers, regularizers, samplers

torch.manual_seed(0)
embeddings = torch.randn(32, 16, requires_grad=True)
labels = torch.randint(0, 4, (32,))
OPTIONS = (
    {}, {"num_classes": 4, "embedding_size": 16}, {"embedding_size": 16}, {"num_classes": 4}, {"temperature": 0.1},
    {"num_classes": 4, "embedding_size": 16, "centers_per_class": 2},
)  # fmt: skip
for module in (losses, miners):
    for _, kind in inspect.getmembers(module, inspect.isclass):
        for options in OPTIONS:
            with contextlib.suppress(Exception):
                result = kind(**options)(embeddings, labels)
                if isinstance(result, torch.Tensor):
                    result.backward()
for _, kind in inspect.getmembers(distances, inspect.isclass):
    with contextlib.suppress(Exception):
        distance = kind()
        distance(embeddings)
        distance(embeddings, embeddings[:5])
        distance.pairwise_distance(embeddings, embeddings)
for _, kind in inspect.getmembers(reducers, inspect.isclass):
    for options in ({}, {"low": 0}, {"reducers": {"loss": reducers.MeanReducer()}}):
        with contextlib.suppress(Exception):
            losses.ContrastiveLoss(reducer=kind(**options))(embeddings, labels).backward()
for _, kind in inspect.getmembers(regularizers, inspect.isclass):
    with contextlib.suppress(Exception):
        arc = losses.ArcFaceLoss(4, 16, weight_regularizer=kind(), embedding_regularizer=kind())
        arc(embeddings, labels).backward()
with contextlib.suppress(Exception):
    list(samplers.FixedSetOfTriplets(labels, 100))
memory = losses.CrossBatchMemory(losses.NTXentLoss(), 16, 64, miner=miners.MultiSimilarityMiner())
memory(embeddings, labels).backward()
losses.SelfSupervisedLoss(losses.TripletMarginLoss())(embeddings, embeddings + 0.1)
