"""The learner of a run: by PyTorch where it is asked for or installed, or by NumPy."""

from __future__ import annotations

from halfmove.core.computer import usable_cores
from halfmove.core.extras import is_installed
from halfmove.learn.learner.settings import Learner, LearnerSettings
from halfmove.learn.runs.settings import RunSettings
from halfmove.search.neural.initial import Parameters, draw_parameters


def may_use_torch(settings: RunSettings) -> bool:
    """Whether PyTorch is to learn: where it is asked for, or installed."""
    wanted = settings.learning.learner
    return wanted == "torch" or (wanted == "auto" and is_installed("torch"))


def make_learner(
    settings: RunSettings, by_torch: bool, kind: str = "", parameters: Parameters | None = None
) -> Learner:
    """A new learner; of another `kind` of network than that of the settings, where one is named."""
    learning, architecture = settings.learning, settings.network
    if kind:
        architecture = architecture.with_changes(kind=kind)
    how = LearnerSettings(
        decay=learning.decay,
        clip=learning.clip,
        value_weight=learning.value_weight,
        reply_weight=learning.reply_weight,
        owners_weight=learning.owners_weight,
    )
    parameters = parameters or draw_parameters(architecture, settings.seed)
    if by_torch:
        from halfmove.learn.learner.in_torch import InTorch

        threads = learning.threads or max(usable_cores() // 4, 1)
        return InTorch(architecture, parameters, how, threads=threads)
    from halfmove.learn.learner.in_numpy import InNumPy

    # more threads only where they are asked for: beside other work those of OpenBLAS wait for each other
    return InNumPy(architecture, parameters, how, threads=learning.threads or 1)
