"""Likely sizes, shapes and numbers for the names that torch code gives to its parameters."""

from __future__ import annotations

import re

SIZES = {
    "b": 2,
    "n": 4,
    "bs": 2,
    "batch": 2,
    "batch_size": 2,
    "c": 3,
    "ch": 3,
    "channels": 3,
    "h": 6,
    "height": 6,
    "w": 7,
    "width": 7,
    "t": 5,
    "s": 5,
    "l": 5,
    "seq": 5,
    "seq_len": 5,
    "length": 5,
    "d": 8,
    "dim": 8,
    "e": 8,
    "embed_dim": 8,
    "heads": 2,
    "k": 4,
    "m": 4,
    "num_classes": 5,
    "classes": 5,
    "hidden": 8,
    "f": 8,
    "q": 5,
}
"""Sizes for symbolic dimensions; they differ, so that exchanged axes show."""
OTHER_SIZES = (5, 7, 9, 11, 13)
FLOATS: tuple[tuple[int, ...], ...] = (
    (3, 5),
    (2, 3, 8),
    (2, 3, 6, 8),
    (2, 4, 8, 8),
    (6,),
    (4, 4),
    (2, 2, 5, 8),
    (2, 3, 16, 16),
    (2, 1, 28, 28),
    (2, 3, 4, 6, 8),
    (),
    (2, 8),
    (8, 8),
    (2, 3, 32, 32),
)
IDS: tuple[tuple[int, ...], ...] = ((3,), (2, 5), (5,), (2,), (2, 6, 8), (4,), ())
INT_NAMES: tuple[tuple[str, int], ...] = (
    (r"(n_?|num_?)?heads?", 2),
    (r".*(n_?|num_?)(classes|labels|outputs)|out_features|n_out|nclass", 5),
    (r".*(vocab|num_embeddings|n_tokens|ntoken).*", 11),
    (r".*(kernel|ksize|patch|window).*", 3),
    (r".*(max_len|seq_len|block_size|max_seq|length|n_ctx|context|max_position).*", 16),
    (r".*(layers|depth|blocks|repeat|n_iter|steps|num_convs)", 2),
    (r"stride|dilation|groups|r|factor|scale_factor|upscale.*", 2),
    (r"pad(ding)?(_idx)?", 0),
    (r"(in_?|input_?)(c|ch|chans|channels|planes)", 4),
    (r"(img|image).*", 16),
    (r"(out_?|output_?)?(c|ch|chans|channels|planes|filters)", 6),
    (r".*(dim|d_model|hidden|embed|size|features|width|planes|units|latent).*", 8),
    (r"(k|topk|top_k)", 2),
    (r"(dim|axis)", 1),
    (r".*(expansion|mult|ratio|reduction)", 2),
)
FLOAT_NAMES: tuple[tuple[str, float], ...] = (
    (r".*(drop|dropout|p_drop|rate|prob).*|p", 0.1),
    (r".*eps(ilon)?|.*tol", 1e-5),
    (r".*(temp|temperature|tau|t)", 0.7),
    (r"gamma", 2.0),
    (r"alpha", 0.25),
    (r".*(beta|momentum|decay|smooth(ing)?|lambda|lmbda|margin|weight|sigma|std|scale|lr|delta).*", 0.3),
)
ID_WORDS = re.compile(
    r"(^|_)(labels?|targets?|idx|index|indices|ids?|tokens?|y|y_true|classes|positions?|pos|words?|seq|tgt|src|lengths?"
    r"|lens?|steps?|t)s?($|_)"
)
MANY_WORDS = re.compile(r"(tensors|arrays|inputs|xs|features|feats|args)")
MASK_WORDS = re.compile(r"mask|valid|padding|ignore")
BOX_WORDS = re.compile(r"box|bbox|rois?")
PROBABILITY = re.compile(r"prob|confidence|weights?$|alpha")
TENSOR_TYPES = re.compile(
    r"\b(Tensor|FloatTensor|LongTensor|BoolTensor|IntTensor|Float|Int|Bool|Shaped|Num|Real|Inexact|ArrayLike)\b"
)
