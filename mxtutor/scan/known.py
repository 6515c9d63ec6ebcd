"""What names say: of other packages, of methods whose owner is not known, and of parameters."""

from __future__ import annotations

import re
import sys
from collections.abc import Set
from functools import lru_cache

from mxtutor.scan.library import MODULE, OPTIMIZER, SCHEDULER
from mxtutor.scan.values import TENSOR, Value, instance

FIRST = frozenset(
    """tqdm.tqdm tqdm.auto.tqdm tqdm.notebook.tqdm tqdm.trange copy.copy copy.deepcopy typing.cast
    functools.lru_cache functools.cache functools.wraps contextlib.contextmanager rich.progress.track
    accelerate.utils.send_to_device jaxtyping.jaxtyped beartype.beartype weakref.proxy einx.get_at
    einops.asnumpy functools.singledispatch contextlib.nullcontext dataclasses.replace collections.OrderedDict
    collections.deque collections.ChainMap itertools.cycle itertools.islice more_itertools.chunked
    opt_einsum.contract""".split()
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
    """numpy np pandas scipy PIL cv2 matplotlib sklearn skimage yaml wandb click rich gym gymnasium h5py imageio
    seaborn nltk spacy sentencepiece tokenizers omegaconf hydra absl tensorflow tensorboard tensorboardX jax ray
    optuna requests networkx sympy toml msgpack lmdb pytest setuptools six termcolor psutil tabulate psycopg2
    pydantic fire simple_parsing regex ftfy soundfile librosa torchinfo packaging typing_extensions cloudpickle
    numba faiss datasets evaluate huggingface_hub mujoco_py dm_control plotly visdom colorama prettytable
    pyparsing attr attrs joblib decord av nibabel SimpleITK""".split()
)
"""Packages without objects of torch."""
NO_TENSORS_OF_ITS_OWN = frozenset(
    """einops einx opt_einsum jaxtyping beartype tqdm accelerate timm transformers lightning pytorch_lightning
    torchmetrics loguru ema_pytorch rotary_embedding_torch flash_attn xformers apex deepspeed triton""".split()
)
"""Packages whose functions give tensors of torch, or nothing that looks like one."""
STANDARD = frozenset(sys.stdlib_module_names)


def is_net(path: str) -> bool:
    """Return whether a name is a class of nets, or a function that makes one."""
    return path.startswith(NETS) and (
        path[path.rfind(".") + 1 :][:1].isupper() or "create" in path or "models." in path
    )


def is_plain(path: str) -> bool:
    """Return whether a package is known to have no objects of torch."""
    root = path.partition(".")[0]
    return root in STANDARD or root in PLAIN


PRIORS = {
    **dict.fromkeys(
        """split join format strip get keys values items append extend replace index count sort copy read write
        close update pop remove add insert clear lower upper apply fill type name start run log save step load
        reset""".split(),
        "-",
    ),
    **dict.fromkeys(
        """abs all any max min size view permute detach cpu cuda backward numel unsqueeze squeeze transpose flatten
        item float long half reshape contiguous dim softmax sigmoid tanh mean sum argmax chunk expand repeat
        unbind norm numpy tolist mul div matmul""".split(),
        "Tensor",
    ),
    **dict.fromkeys(
        """eval train parameters named_parameters load_state_dict state_dict named_modules modules children""".split(),
        "torch.nn.Module",
    ),
    "zero_grad": "torch.optim.Optimizer",
}
"""Maps the name to the class; `-` for names that are mostly methods of other objects."""
NAMES = (
    (re.compile(r"(?:\w*_)?(?:model|net|network|module|encoder|decoder|backbone)\d?"), instance(MODULE)),
    (re.compile(r"(?:\w*_)?(?:generator|discriminator|actor|critic)\d?"), instance(MODULE)),
    (re.compile(r"(?:\w*_)?(?:optimi[sz]er|optim|opt)(?:_\w{1,8})?"), instance(OPTIMIZER)),
    (re.compile(r"(?:\w*_)?(?:lr_)?sched(?:uler)?"), instance(SCHEDULER)),
    (re.compile(r"(?:\w*_)?(?:criterion|loss_fn|loss_func)"), instance(MODULE)),
    (re.compile(r"(?:\w*_)?(?:data_?)?loader|(?:\w*_)?dataloader"), instance("torch.utils.data.DataLoader", (TENSOR,))),
    (re.compile(r"(?:\w*_)?shape"), instance("torch.Size")),
    (re.compile(r"logits?|(?:\w*_)?(?:tensors?|logits|embeddings?|hidden_states?)"), TENSOR),
)  # fmt: skip
"""Names of parameters that suggest what they hold; used if nothing else is known."""
DICTS = frozenset({"items", "keys", "split", "startswith", "get"})
"""Attributes of dicts and texts, which are not nets whatever their names say."""


def of_parameter(name: str, uses: Set[str]) -> Value:
    """Return the value of a parameter or attribute, inferred from its name; `uses` are the attributes read on it."""
    found = _named(name.lower())
    return () if found and found[0][1] == MODULE and uses & DICTS else found


@lru_cache(maxsize=10_000)
def _named(name: str) -> Value:
    return next(((atom,) for pattern, atom in NAMES if pattern.fullmatch(name)), ())
