"""Name the best move."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.search.trace import Path
from halfmove.teach.naming import figure
from halfmove.teach.quiz.naming import listed
from halfmove.teach.quiz.question import Question
from halfmove.teach.quiz.requirements import best_moves
from halfmove.teach.quiz.response import Misconception, Remark, Response, Verdict, one_of, verdict
from halfmove.teach.quiz.values import close


class Move(Question):
    """The best move at the root: one point.  Where several are equally good, each of them counts."""

    kind = "move"
    title = "the best move"
    read_again = (
        "the minimax decision: the move to the best child of the root (Russell and Norvig, 4th ed., section "
        "5.2)"
    )

    @property
    def items(self) -> tuple[str, ...]:
        return ("",)

    @property
    def points(self) -> int:
        return 1

    @cached_property
    def best(self) -> tuple[Path, ...]:
        """The moves that are right, as nodes; the one the search chooses first."""
        own = (self.trace.outcome.action,)
        return tuple(sorted(best_moves(self.exercise), key=lambda path: path != own))

    def edge(self, path: Path) -> str:
        """A move as it is written: `a1`."""
        return self.names.vertices[path].edge

    @property
    def root(self) -> str:
        return self.names.name(())

    def ask(self) -> str:
        ways = [(self.edge(child.path), self.names.name(child.path)) for child in self.names.root.children]
        moves = listed([edge if edge == name else f"{edge} (to {name})" for edge, name in ways], "or")
        return f"Which move should {self.why.player(())} choose at {self.root}: {moves}?"

    @property
    def example(self) -> str:
        first = self.names.root.children[0]
        return self.edge(first.path)

    def solution(self) -> str:
        return self.edge(self.best[0])

    def answer(self) -> str:
        return listed([self.edge(path) for path in self.best], "or")

    def reasons(self) -> tuple[str, ...]:
        children = [child.path for child in self.names.root.children]
        known = [(p, self.why.true(p)) for p in children]
        row = ", ".join(
            f"{self.edge(p)} to {self.names.name(p)}, worth {figure(v)}" for p, v in known if v is not None
        )
        if not self.trace.maximisers:
            who = self.why.player(())
            return (f"{self.root}: {row}; {who} looks at the payoff to {who} only.",)
        wanted = "largest" if self._maximises else "smallest"
        return (f"{row}; {self.why.player(())} wants the {wanted}.",)

    @property
    def _maximises(self) -> bool:
        return self.names.root.player in self.trace.maximisers

    def response(self) -> Response:
        edges = [child.edge for child in self.names.root.children]
        return one_of(self.ask(), edges, [self.edge(path) for path in self.best])

    def hint(self) -> str:
        who = self.why.player(())
        return f"{who} moves at {self.root}: compare what the nodes below it are worth."

    def read(self, given: Any) -> Path | None:
        if given is None or (isinstance(given, str) and given.strip() in ("", "?")):
            return None
        path = self.names.find(str(given))
        if len(path) != 1:
            moves = listed([self.edge(child.path) for child in self.names.root.children], "or")
            raise BadInput(f"'{given}' is not a move at {self.root}; name {moves}, or where it leads.")
        return path

    def mark(self, given: Any) -> Verdict:
        path = self.read(given)
        best = self.answer()
        why = " ".join(self.reasons())
        if path is None:
            return verdict(
                self.kind, 1, [Remark("blank", "", Fraction(0), f"The best move is {best}: {why}")]
            )
        if path in self.best:
            text = f"{self.edge(path)} is right."
            if path != self.best[0]:
                text += (
                    f" The search itself chooses {self.edge(self.best[0])}, which is as good and comes first."
                )
            return verdict(self.kind, 1, [Remark("right", self.edge(path), Fraction(1), text)])
        remark = Remark(
            "wrong", self.edge(path), Fraction(0), f"The best move is {best}, not {self.edge(path)}: {why}"
        )
        return verdict(self.kind, 1, [remark], self._thoughts(path))

    def _thoughts(self, path: Path) -> list[Misconception]:
        found: list[Misconception] = []
        if not self.trace.maximisers:
            return found
        values = {c.path: self.why.true(c.path) for c in self.names.root.children}
        if (
            values[path] == (min if self._maximises else max)(values.values())
            and len(set(values.values())) > 1
        ):
            worst = "MIN wants it small" if not self._maximises else "MAX wants it large"
            found.append(
                Misconception("max-min-swapped", f"You chose the move for the other player: {worst}.")
            )
        mark, root = self.replay.marks.get(path), self.replay.marks[()]
        if mark and mark.relation != "=" and not self.trace.from_mover and close(mark.value, root.value):
            found.append(
                Misconception(
                    "bound-taken-for-value",
                    f"{self.names.name(path)} returned {figure(mark.value)} too, but only as a bound: it is "
                    f"worth {figure(values[path])}. Among root moves of equal returned value only the first "
                    "is sure.",
                )
            )
        return found
