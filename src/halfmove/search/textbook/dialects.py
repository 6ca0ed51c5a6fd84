"""The dialects of alpha-beta: what lectures differ in, by name.

All return the same value at the root of a whole search.  They differ in the cutoff test (≥ or >), in what a
node returns that was cut or never reached its alpha (its own best value, or an end of its window), and so in
the numbers that a student writes beside the nodes, and between ≥ and > in which nodes are visited at all.

Sources: S. Russell and P. Norvig, *Artificial Intelligence: A Modern Approach*, 4th ed. (2021), fig. 5.7, and
1st ed. (1995), fig. 5.8, whose MAX-VALUE has no v, with the slides made from it; CS 188 of the University of
California, Berkeley, lecture "Adversarial search" and project "Multi-agent search"; P. H. Winston,
*Artificial Intelligence*, 3rd ed. (1992), chapter 6, the procedure ALPHA-BETA; S. Santini, ETH Zürich,
example of the α-β algorithm (lecture of 20 April 2011).

Winston's words and Santini's lines, taken to the letter, leave α past β where a leaf made the cut, and report
it so, as `mit` does here; `winston` and `eth` are the fail-hard reading, in which nothing returned is outside
the window.  The two readings differ in that label only, never in a visit.
"""

from __future__ import annotations

from dataclasses import dataclass

from halfmove.core.errors import BadInput


@dataclass(frozen=True)
class Dialect:
    """One way to write alpha-beta."""

    name: str
    summary: str
    source: str
    cut: str
    """When MAX gives a node up; MIN does so in the mirror image."""
    returns: str
    """What a MAX node returns: cut, and where no child is better than alpha."""
    hard: bool
    """A node that is not cut returns nothing outside its window; fail-hard if `clipped` as well."""
    strict: bool
    """Whether the test is > in the place of ≥."""
    clipped: bool
    """Whether a node that is cut returns the bound that it met, and not what it has itself."""
    labels: str
    """Whether the source writes the new alpha or beta "before" the cutoff test or "after" it."""


DIALECTS = {
    dialect.name: dialect
    for dialect in (
        Dialect(
            name="aima",
            summary="fail-soft: v is kept apart from the window and returned",
            source="Russell and Norvig, Artificial Intelligence: A Modern Approach, 4th ed. (2021), fig. 5.7",
            cut="v ≥ β",
            returns="v, which may lie outside the window",
            hard=False,
            strict=False,
            clipped=False,
            labels="before",
        ),
        Dialect(
            name="cs188",
            summary="fail-soft, and cut only beyond equality, so that equal values are searched on",
            source="Berkeley, CS 188, project Multi-agent search",
            cut="v > β",
            returns="v, which may lie outside the window",
            hard=False,
            strict=True,
            clipped=False,
            labels="after",
        ),
        Dialect(
            name="winston",
            summary="fail-hard: the window is all a node keeps; one that is cut returns the bound it met",
            source="Winston, Artificial Intelligence, 3rd ed. (1992), chapter 6",
            cut="α ≥ β",
            returns="β if it was cut, else its α: the one it was given if nothing was better",
            hard=True,
            strict=False,
            clipped=True,
            labels="before",
        ),
        Dialect(
            name="eth",
            summary="fail-hard, as winston: α ← max(α, child), stop when α ≥ β, return the bound",
            source="Santini, ETH Zürich, example of the α-β algorithm (2011)",
            cut="α ≥ β",
            returns="β if it was cut, else its α: the one it was given if nothing was better",
            hard=True,
            strict=False,
            clipped=True,
            labels="before",
        ),
        Dialect(
            name="mit",
            summary="MAX-VALUE has no v: α ← max(α, child), stop when α ≥ β, return α, which may be past β",
            source="slide decks after Russell and Norvig, 1st ed. (1995), fig. 5.8",
            cut="α ≥ β",
            returns="its α, past β only if a leaf made the cut; the α it was given if nothing was better",
            hard=True,
            strict=False,
            clipped=False,
            labels="before",
        ),
    )
}
"""All dialects by name, the default first."""


def dialect_of(name: str | None, strict: bool | None = None) -> Dialect:
    """The dialect called `name`; without a name the fail-soft one that is `strict` or not (None: not).

    `BadInput` for a name that is none, and where `strict` says otherwise than the dialect does.
    """
    if name is None:
        return DIALECTS["cs188" if strict else "aima"]
    if name not in DIALECTS:
        raise BadInput(f"Alpha-beta has no dialect '{name}'; there are: {', '.join(DIALECTS)}.")
    dialect = DIALECTS[name]
    if strict is not None and bool(strict) != dialect.strict:
        raise BadInput(
            f"The dialect '{name}' cuts when {dialect.cut}, so strict cannot be {bool(strict)}; leave it out."
        )
    return dialect
