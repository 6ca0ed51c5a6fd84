"""A network's outputs by PyTorch, for self-play: in bfloat16 where the device computes with it.

Playing outside of training never needs this (`search.neural.backends`); in training it is there already, and
with bfloat16 twice as fast as ONNX Runtime (docs/decisions/0030).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.learn.learner.in_torch import TorchOperations, has_bfloat16, torch_module, within_memory
from halfmove.search.neural.architecture import Architecture
from halfmove.search.neural.folding import Floats, fold_norm
from halfmove.search.neural.layers import run


class TorchEvaluate:
    """`search.neural.backends.Evaluate` by PyTorch."""

    def __init__(
        self,
        architecture: Architecture,
        parameters: Mapping[str, Floats],
        *,
        device: str = "",
        precision: str = "",
        threads: int = 1,
    ) -> None:
        torch = self._torch = torch_module()
        torch.set_num_threads(threads)
        self.architecture = architecture
        self._device = device or ("cuda" if torch.cuda.is_available() else "cpu")
        self._pinned = self._device == "cuda"
        half = precision == "bfloat16" or (not precision and has_bfloat16(torch, self._device))
        self._kind = torch.bfloat16 if half else torch.float32
        self.name = f"torch {self._device} {'bfloat16' if half else 'float32'}"
        self._operations = _Folded(torch, parameters, self._kind, self._device)

    def __call__(self, planes: NDArray[np.int8]) -> tuple[Floats, Floats]:
        """Logits (states × policy) and values (states × values) for planes in hundredths; zeros where the
        network has no such head."""
        torch, a = self._torch, self.architecture
        remedy = "fewer games at once (--option games=64)"
        with torch.inference_mode(), within_memory(torch, len(planes), a, remedy):
            told = torch.from_numpy(planes)
            told = (told.pin_memory() if self._pinned else told).to(self._device, non_blocking=self._pinned)
            found = self.forward(told).cpu().numpy()  # one copy, for which a GPU is waited for once
        return split_heads(a, found)

    def forward(self, planes: Any) -> Any:
        """Logits and values side by side (states × numbers) as a tensor on the device, of planes there."""
        a, torch = self.architecture, self._torch
        stack = planes.to(self._kind).mul_(0.01).contiguous(memory_format=torch.channels_last)
        heads = run(a, self._operations, stack)
        names = [name for name, there in (("policy", a.has_policy), ("value", a.has_value)) if there]
        return torch.cat([heads[name].float() for name in names], dim=1)

    def update(self, parameters: Mapping[str, Floats]) -> None:
        """Go on with other parameters of the same network, in the memory of those before: what was captured
        with them stays right."""
        with self._torch.inference_mode():
            self._operations.update(parameters)


def split_heads(a: Architecture, found: Floats) -> tuple[Floats, Floats]:
    """Logits and values of what stands side by side; zeros where the network has no such head."""
    logits = found[:, : a.policy] if a.has_policy else np.zeros((len(found), a.policy), np.float32)
    values = found[:, -a.values :] if a.has_value else np.zeros((len(found), a.values), np.float32)
    return logits, values


class _Folded(TorchOperations):
    """Each norm folded into the convolution before it."""

    def __init__(self, torch: Any, parameters: Mapping[str, Floats], kind: Any, device: str) -> None:
        super().__init__(torch, {}, training=False)
        self._given, self._kind, self._device = parameters, kind, device
        self._ready: dict[str, tuple[Any, Any]] = {}
        self._norms: dict[str, str] = {}
        """The norm after each convolution."""

    def update(self, parameters: Mapping[str, Floats]) -> None:
        """Write other parameters over those that are ready."""
        self._given = parameters
        for name, ready in self._ready.items():
            for old, new in zip(ready, self._make(name), strict=True):
                if old is not None:
                    old.copy_(new)

    def _make(self, name: str) -> tuple[Any, Any]:
        """The tensors of a layer."""
        if name in self._norms:
            return self._fold(name)
        if name in self._given:
            return self._tensor(self._given[name]), None
        weight, bias = (self._given[f"{name}.{part}"] for part in ("weight", "bias"))
        return self._tensor(weight), self._tensor(bias)

    def _fold(self, name: str) -> tuple[Any, Any]:
        weight, bias = (self._tensor(array) for array in fold_norm(self._given, name, self._norms[name]))
        return weight.contiguous(memory_format=self._torch.channels_last), bias

    def convolve(self, x: Any, name: str, filters: int, kernel: int, norm: str = "") -> Any:
        if name not in self._ready:
            self._norms[name] = norm
            self._ready[name] = self._fold(name)
        weight, bias = self._ready[name]
        return self._functional.conv2d(x, weight, bias, padding=kernel // 2)

    def dense(self, x: Any, name: str, units: int) -> Any:
        if name not in self._ready:
            self._ready[name] = self._make(name)
        return self._functional.linear(x, *self._ready[name])

    def bias(self, x: Any, name: str) -> Any:
        if name not in self._ready:
            self._ready[name] = self._make(name)
        return x + self._ready[name][0]

    def relu(self, x: Any) -> Any:
        return x.relu_()

    def _tensor(self, array: Floats) -> Any:
        return self._torch.from_numpy(np.array(array, np.float32)).to(self._device).to(self._kind)
