"""A learner in PyTorch: on a GPU where there is one, in bfloat16 where the processor computes with it.

PyTorch is imported when a learner is made.  The parameters have the names of a PyTorch module's
`state_dict`, and the layers are those of `search.neural.layers`.  A step asks a GPU for no answer: batches go
there from pinned memory, the optimiser itself leaves out a gradient that is no number, and losses stay on the
device until they are read (`read_losses`), so that the next batch is made while the GPU computes.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.core.errors import BadInput
from halfmove.core.extras import need
from halfmove.learn.batch import Batch
from halfmove.learn.learner.joint import JointOperations
from halfmove.learn.learner.settings import (
    BETAS,
    EPSILON,
    MOMENTUM,
    PLIES_SCALE,
    PLIES_WEIGHT,
    Batched,
    LearnerSettings,
    Losses,
    State,
    entropy,
    find_weights,
    has_decay,
    is_trainable,
    owners_of,
    parts_of,
    reply_of,
    settled_share,
)
from halfmove.search.neural.architecture import Architecture
from halfmove.search.neural.folding import EPSILON as NORM_EPSILON
from halfmove.search.neural.initial import Parameters
from halfmove.search.neural.layers import run

NOT_COMPILED = "PyTorch cannot compile the learner's step here (%s). It learns without, more slowly."


def torch_module() -> Any:
    """PyTorch; `BadInput` where it is not installed."""
    return need("torch", "This learner needs", "or learn with --learner numpy, which is slow")


@contextmanager
def within_memory(torch: Any, positions: int, architecture: Architecture, remedy: str) -> Iterator[None]:
    """In this block a GPU that is out of memory is a `BadInput`, which says the remedy."""
    try:
        yield
    except torch.cuda.OutOfMemoryError:
        raise BadInput(
            f"The GPU has not enough memory for {positions} positions at once and a network of "
            f"{architecture.title}; set {remedy}, or a smaller network."
        ) from None


class _Unread(NamedTuple):
    """The losses of a batch, as they are on the device."""

    numbers: Losses
    """Tensors of one number each."""
    least: Losses
    """What is taken off them: the entropies of the targets."""


class InTorch:
    """`Learner` by PyTorch."""

    def __init__(
        self,
        architecture: Architecture,
        parameters: Parameters,
        settings: LearnerSettings,
        *,
        device: str = "",
        precision: str = "",
        threads: int = 1,
    ) -> None:
        torch = self._torch = torch_module()
        self.architecture, self.settings = architecture, settings
        torch.set_num_threads(threads)
        self.device = device or ("cuda" if torch.cuda.is_available() else "cpu")
        self.half = precision == "bfloat16" or (not precision and has_bfloat16(torch, self.device))
        self.name = f"torch {self.device} {'bfloat16' if self.half else 'float32'}"
        self.tensors: dict[str, Any] = {}
        for name, array in parameters.items():
            tensor = torch.from_numpy(array.copy()).to(self.device)
            if len(array.shape) == 4:
                tensor = tensor.contiguous(memory_format=torch.channels_last)
            self.tensors[name] = tensor.requires_grad_(is_trainable(name))
        decayed = [t for name, t in self.tensors.items() if is_trainable(name) and has_decay(name, t.shape)]
        others = [
            t for name, t in self.tensors.items() if is_trainable(name) and not has_decay(name, t.shape)
        ]
        self._optimiser = torch.optim.AdamW(
            [{"params": decayed, "weight_decay": settings.decay}, {"params": others, "weight_decay": 0.0}],
            betas=BETAS,
            eps=EPSILON,
            fused=True,
        )
        self._unread: list[_Unread] = []
        self._pinned = self.device == "cuda"
        self._forward = self._heads
        self._is_compiled = self.device == "cuda"
        if self._is_compiled:  # where a GPU's time would go into starting kernels
            self._forward = torch.compile(self._heads)

    def step(self, batch: Batched, rate: float) -> None:
        """Move the parameters against the gradient of the batch's loss (AdamW)."""
        torch, parts = self._torch, parts_of(batch)
        for group in self._optimiser.param_groups:
            group["lr"] = rate
        with self._within_memory(parts):
            losses = self._find_gradient(parts)
            learnt = [t for t in self.tensors.values() if t.requires_grad]
            length = torch.nn.utils.clip_grad_norm_(learnt, self.settings.clip)
            # how a gradient scaler tells the fused optimiser to leave a step out, on the device itself
            self._optimiser.found_inf = (~torch.isfinite(length)).float()
            self._optimiser.grad_scale = None
            self._optimiser.step()
        numbers = losses.numbers._replace(gradient=length.detach())
        self._unread.append(losses._replace(numbers=numbers))

    def _find_gradient(self, parts: Sequence[Batch]) -> _Unread:
        """The losses of a batch, whose gradients the parameters receive."""
        try:
            return self._follow_back(parts)
        except RuntimeError as error:
            # with the first batch PyTorch compiles the way there and the way back
            if not (self._is_compiled and is_compilers(error)):
                raise
            self._forward, self._is_compiled = self._heads, False
            words = [line for line in str(error).splitlines() if line and not line.endswith("raised:")]
            logging.getLogger("halfmove").warning(NOT_COMPILED, (words or ["no reason given"])[0].rstrip("."))
        return self._follow_back(parts)

    def _follow_back(self, parts: Sequence[Batch]) -> _Unread:
        losses, total = self._losses(parts)
        self._optimiser.zero_grad(set_to_none=True)
        total.backward()
        return losses

    def read_losses(self) -> list[Losses]:
        """The losses of the steps since they were read last; waits until these are done."""
        unread, self._unread = self._unread, []
        if not unread:
            return []
        stack = self._torch.stack([number for one in unread for number in one.numbers])
        rows = stack.cpu().double().reshape(len(unread), -1).tolist()
        return [
            Losses(*(number - least for number, least in zip(row, one.least, strict=True)))
            for row, one in zip(rows, unread, strict=True)
        ]

    def settle(self, batches: Iterable[Batched]) -> None:
        """Make the norms' means and variances those of these batches, and learn nothing from them."""
        kept, count = [t for name, t in self.tensors.items() if not is_trainable(name)], 0
        with self._torch.no_grad():
            for batch in batches:
                if not count:
                    for tensor in kept:
                        tensor.zero_()
                parts = parts_of(batch)
                with self._within_memory(parts):
                    self._outputs(parts)
                count += 1
            for tensor in kept if count else ():
                tensor.div_(settled_share(count))

    def _within_memory(self, parts: Sequence[Batch]) -> AbstractContextManager[None]:
        remedy = "a smaller batch (--option batch=64)"
        return within_memory(self._torch, sum(map(len, parts)), self.architecture, remedy)

    def _outputs(self, parts: Sequence[Batch]) -> list[dict[str, Any]]:
        """The heads of each part."""
        torch = self._torch
        stacks = [
            self._send(part.planes).float().mul_(0.01).contiguous(memory_format=torch.channels_last)
            for part in parts
        ]
        cast = torch.autocast(self.device, torch.bfloat16) if self.half else nullcontext()
        with cast:
            if len(stacks) == 1:
                return [{name: head.float() for name, head in self._forward(stacks[0]).items()}]
            operations = TorchOperations(torch, self.tensors, training=True)
            heads = run(self.architecture, JointOperations(operations, len(stacks)), stacks)
        return [{name: head[i].float() for name, head in heads.items()} for i in range(len(stacks))]

    def _send(self, array: NDArray[Any]) -> Any:
        """An array on the device; from pinned memory, which PyTorch keeps until it has been copied."""
        tensor = self._torch.from_numpy(array)
        if self._pinned:
            tensor = tensor.pin_memory()
        return tensor.to(self.device, non_blocking=self._pinned)

    def _losses(self, parts: Sequence[Batch]) -> tuple[_Unread, Any]:
        """The losses of a batch, and the tensor that is minimised; every position counts the same."""
        heads = self._outputs(parts)
        found = [self._part_losses(part, own) for part, own in zip(parts, heads, strict=True)]
        if len(found) == 1:
            return found[0]
        shares = [len(part) / sum(map(len, parts)) for part in parts]

        def mean(numbers: Iterable[Any]) -> Any:
            return sum(share * number for share, number in zip(shares, numbers, strict=True))

        numbers = Losses(*map(mean, zip(*(losses.numbers for losses, _ in found), strict=True)))
        least = Losses(*map(mean, zip(*(losses.least for losses, _ in found), strict=True)))
        return _Unread(numbers, least), mean(total for _, total in found)

    def _part_losses(self, batch: Batch, heads: Mapping[str, Any]) -> tuple[_Unread, Any]:
        torch, send = self._torch, self._send
        functional = torch.nn.functional
        zero = torch.zeros((), device=self.device)
        total = policy = value = plies = reply = owners = score = zero
        least = Losses(0.0, 0.0, 0.0, 0.0)
        if "policy" in heads:
            told = heads["policy"].gather(1, send(batch.places))
            legal = send(batch.legal)
            logs = functional.log_softmax(told.masked_fill(~legal, -torch.inf), dim=1).masked_fill(~legal, 0)
            policy = -(send(find_weights(batch)) * (send(batch.shares) * logs).sum(dim=1)).sum()
            total, least = total + policy, least._replace(policy=entropy(batch))
        if "value" in heads:
            value = functional.mse_loss(heads["value"], send(batch.values))
            total = total + self.settings.value_weight * value
        if "plies" in heads:
            left = send(batch.plies_left)[:, None]
            plies = torch.where(left >= 0, heads["plies"] - PLIES_SCALE * left, 0).square().mean()
            total = total + PLIES_WEIGHT * plies
        if "reply" in heads:
            target, each, lowest = reply_of(batch)
            # of all places: what will be legal then is for the network to know
            logs = functional.log_softmax(heads["reply"], dim=1).gather(1, send(target.places))
            reply = -(send(each) * (send(target.shares) * logs).sum(dim=1)).sum()
            total, least = total + self.settings.reply_weight * reply, least._replace(reply=lowest)
        if "owners" in heads or "score" in heads:
            found, weight = owners_of(batch), send(owners_of(batch).weight)[:, None]
            if "owners" in heads:
                owners = (weight * (heads["owners"] - send(found.points)).square()).mean()
            if "score" in heads:
                score = (weight * (heads["score"] - send(found.score)).square()).mean()
            total = total + self.settings.owners_weight * (owners + score)
        numbers = (policy, value, plies, zero, reply, owners, score)
        return _Unread(Losses(*(number.detach() for number in numbers)), least), total

    def _heads(self, planes: Any) -> Any:
        return run(self.architecture, TorchOperations(self._torch, self.tensors, training=True), planes)

    def parameters(self) -> Parameters:
        """A copy of the parameters."""
        return {name: _array(tensor) for name, tensor in self.tensors.items()}

    def state(self) -> State:
        """Parameters, AdamW's two moments of each, and how many steps were made."""
        kept: State = {f"parameters/{name}": _array(t) for name, t in self.tensors.items()}
        steps = 0
        for name, tensor in self.tensors.items():
            found = self._optimiser.state.get(tensor)
            if is_trainable(name):
                for place, key in (("first", "exp_avg"), ("second", "exp_avg_sq")):
                    kept[f"{place}/{name}"] = _array(found[key] if found else self._torch.zeros_like(tensor))
            if found:
                steps = int(found["step"])
        kept["steps"] = np.asarray(steps)
        return kept

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Become the learner whose state that was, this one's or a `learner.in_numpy`'s."""
        torch = self._torch
        for name, tensor in self.tensors.items():
            with torch.no_grad():
                tensor.copy_(torch.from_numpy(np.array(state[f"parameters/{name}"], np.float32)))
            if is_trainable(name):
                self._optimiser.state[tensor] = {
                    "step": torch.tensor(float(state["steps"]), device=self.device),
                    "exp_avg": torch.empty_like(tensor).copy_(_tensor(torch, state[f"first/{name}"])),
                    "exp_avg_sq": torch.empty_like(tensor).copy_(_tensor(torch, state[f"second/{name}"])),
                }


def is_compilers(error: RuntimeError) -> bool:
    """Whether `torch.compile` could not do its work, as where there is no C compiler or no Triton."""
    from torch._dynamo.exc import TorchDynamoException

    return isinstance(error, TorchDynamoException)


def has_bfloat16(torch: Any, device: str) -> bool:
    """Whether the device computes with bfloat16 faster than with float32."""
    if device == "cuda":
        return bool(torch.cuda.is_bf16_supported())
    try:
        told = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return "avx512_bf16" in told or "amx_bf16" in told


def _array(tensor: Any) -> NDArray[np.float32]:
    return np.array(tensor.detach().cpu().contiguous().numpy(), np.float32, order="C")


def _tensor(torch: Any, array: NDArray[Any]) -> Any:
    return torch.from_numpy(np.array(array, np.float32)).detach()


class TorchOperations:
    """`layers.Operations` on tensors: a stack is states × filters × rows × columns."""

    def __init__(self, torch: Any, parameters: Mapping[str, Any], *, training: bool) -> None:
        self._torch, self._parameters, self._training = torch, parameters, training
        self._functional = torch.nn.functional

    def convolve(self, x: Any, name: str, filters: int, kernel: int, norm: str = "") -> Any:
        held, x = self._parameters, self.multiply(x, name, kernel, norm)
        if not norm or f"{norm}.running_mean" not in held:
            return x
        return self._functional.batch_norm(
            x,
            held[f"{norm}.running_mean"],
            held[f"{norm}.running_var"],
            held[f"{norm}.weight"],
            held[f"{norm}.bias"],
            training=self._training,
            momentum=MOMENTUM,
            eps=NORM_EPSILON,
        )

    def convolve_jointly(
        self, x: Sequence[Any], name: str, filters: int, kernel: int, norm: str = ""
    ) -> list[Any]:
        """`convolve` for stacks of several sizes, whose mean and variance are those of all together."""
        stacks = [self.multiply(stack, name, kernel, norm) for stack in x]
        return self.normalise(stacks, norm) if norm else stacks

    def multiply(self, x: Any, name: str, kernel: int, norm: str) -> Any:
        """The convolution alone, with its bias where no norm follows."""
        held = self._parameters
        bias = None if norm else held[f"{name}.bias"]
        return self._functional.conv2d(x, held[f"{name}.weight"], bias, padding=kernel // 2)

    def normalise(self, stacks: Sequence[Any], norm: str) -> list[Any]:
        """Stacks of several sizes by the mean and the variance of all their points together."""
        torch, held = self._torch, self._parameters
        full = [stack.float() for stack in stacks]
        count = sum(stack.numel() // stack.shape[1] for stack in full)
        mean = sum(stack.sum(dim=(0, 2, 3)) for stack in full) / count
        from_mean = [stack - mean[:, None, None] for stack in full]
        variance = sum(stack.square().sum(dim=(0, 2, 3)) for stack in from_mean) / count
        with torch.no_grad():
            held[f"{norm}.running_mean"].lerp_(mean, MOMENTUM)
            held[f"{norm}.running_var"].lerp_(variance * (count / max(count - 1, 1)), MOMENTUM)
        factor = held[f"{norm}.weight"] * torch.rsqrt(variance + NORM_EPSILON)
        bias = held[f"{norm}.bias"]
        return [stack * factor[:, None, None] + bias[:, None, None] for stack in from_mean]

    def dense(self, x: Any, name: str, units: int) -> Any:
        return self._functional.linear(
            x, self._parameters[f"{name}.weight"], self._parameters[f"{name}.bias"]
        )

    def bias(self, x: Any, name: str) -> Any:
        return x + self._parameters[name]

    def flatten(self, x: Any) -> Any:
        return x.flatten(1)

    def average_pool(self, x: Any) -> Any:
        return x.mean(dim=(2, 3))

    def max_pool(self, x: Any) -> Any:
        return x.amax(dim=(2, 3))

    def concatenate(self, x: Any, y: Any) -> Any:
        return self._torch.cat((x, y), dim=1)

    def cut(self, x: Any, start: int, stop: int) -> Any:
        return x[:, start:stop]

    def add(self, x: Any, y: Any) -> Any:
        return x + (y[:, :, None, None] if y.ndim < x.ndim else y)

    def scale(self, x: Any, y: Any) -> Any:
        return x * y[:, :, None, None]

    def relu(self, x: Any) -> Any:
        return self._torch.relu(x)

    def sigmoid(self, x: Any) -> Any:
        return self._torch.sigmoid(x)

    def tanh(self, x: Any) -> Any:
        return self._torch.tanh(x)
