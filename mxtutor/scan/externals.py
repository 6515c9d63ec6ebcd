"""What names of other packages give: which pass a tensor on, which are nets, which have nothing to do with torch."""

from __future__ import annotations

import sys

FIRST = frozenset(
    """tqdm.tqdm tqdm.auto.tqdm tqdm.notebook.tqdm
    tqdm.trange copy.copy copy.deepcopy typing.cast functools.lru_cache functools.cache functools.wraps
    contextlib.contextmanager rich.progress.track accelerate.utils.send_to_device jaxtyping.jaxtyped
    beartype.beartype weakref.proxy einx.get_at einops.asnumpy functools.singledispatch
    contextlib.nullcontext dataclasses.replace collections.OrderedDict collections.deque
    collections.ChainMap itertools.cycle itertools.islice more_itertools.chunked opt_einsum.contract""".split()
)
"""Functions that return their first argument, or something of its kind."""
NETS = (
    "transformers.AutoModel", "transformers.PreTrainedModel", "transformers.BertModel", "transformers.GPT2",
    "timm.create_model", "timm.models.create_model",
    "segmentation_models_pytorch.", "pytorch_lightning.LightningModule",
    "lightning.LightningModule", "lightning.pytorch.LightningModule", "efficientnet_pytorch.", "einops.layers.torch.",
    "torchvision.models.", "torch_geometric.nn.", "peft.get_peft_model", "transformers.modeling_utils.PreTrainedModel",
    "pytorch_lightning.core.", "flash_attn.modules.", "apex.normalization.", "apex.parallel.", "torchmetrics.",
    "timm.layers.", "timm.models.layers.",
)  # fmt: skip
"""Names, or their beginnings, that are classes of nets or give nets."""
OWN_KINDS = {
    "torchvision.transforms.": "torch.nn.Module",
    "torchaudio.transforms.": "torch.nn.Module",
    "torchvision.datasets.": "torch.utils.data.Dataset",
    "torchvision.ops.": "torch.nn.Module",
}
PLAIN = frozenset(
    """numpy np pandas scipy PIL cv2 matplotlib sklearn skimage yaml wandb click rich gym gymnasium h5py
    imageio seaborn nltk spacy sentencepiece tokenizers omegaconf hydra absl tensorflow tensorboard
    tensorboardX jax ray optuna requests networkx sympy toml msgpack lmdb pytest setuptools six termcolor
    psutil tabulate psycopg2 pydantic fire simple_parsing regex ftfy soundfile librosa torchinfo packaging
    typing_extensions cloudpickle numba faiss datasets evaluate huggingface_hub mujoco_py dm_control plotly
    visdom colorama prettytable pyparsing attr attrs joblib decord av nibabel SimpleITK""".split()
)
"""Packages whose objects are none of torch's."""
OWN_TENSORS = frozenset("tensorflow jax flax keras mxnet paddle cupy tinygrad oneflow mindspore mlx chainer".split())
"""Packages whose arrays have methods with the names of those of torch's tensors."""
RARE = frozenset({"to_dense", "solve"})
"""Methods that tensors have, but that hardly any code calls on a tensor: of sparse ones, or removed from torch."""
DENSE = frozenset({"to_dense", "to_tensor", "as_tensor", "to_torch"})
"""Names of functions and methods of other packages that give a tensor."""
NO_TENSORS_OF_ITS_OWN = frozenset(
    """einops einx opt_einsum jaxtyping beartype tqdm accelerate timm transformers lightning pytorch_lightning
    torchmetrics loguru ema_pytorch rotary_embedding_torch flash_attn xformers apex deepspeed triton""".split()
)
"""Packages whose functions give tensors of torch, or nothing that looks like one."""
STANDARD = frozenset(sys.stdlib_module_names)


def passes_first(path: str) -> bool:
    """Return whether a call returns something of the kind of its first argument."""
    return path in FIRST


def is_net(path: str) -> bool:
    """Return whether a name is a class of nets, or a function that makes one."""
    return path.startswith(NETS) and (
        path[path.rfind(".") + 1 :][:1].isupper() or "create" in path or "models." in path
    )


def is_plain(path: str) -> bool:
    """Return whether a package's objects are known to be none of torch's."""
    root = path.partition(".")[0]
    return root in STANDARD or root in PLAIN
