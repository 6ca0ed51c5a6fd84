"""Practice: exercises from a seed or on a tree of one's own, and answers marked with reasons."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import ConfigDict, Field

from halfmove.core.errors import BadInput
from halfmove.teach.quiz.exercise import FORMAT
from halfmove.web.api.models import Answer, Digits, Free, Name, Number, Options, RequestPart, Short, Spec
from halfmove.web.api.running import client_of, result
from halfmove.web.server import here

router = APIRouter(tags=["practice"])

LONGEST = 20.0
"""Seconds that it may take to find an exercise."""

Span = Digits | Annotated[list[Digits], Field(min_length=2, max_length=2)] | Short
"""A number, or a range with both ends: 3, [2, 4], "2-4"."""


class Wishes(RequestPart):
    """What a tree that is made from a seed should be like."""

    depth: Span | None = Field(None, description="Plies to the leaves: a number or a range; 2.")
    branching: Span | None = Field(None, description="Children of a node; 3.")
    leaves: Span | None = Field(None, description="How many there are.")
    values: Span | None = Field(None, description="What they are worth.", examples=["0-20"])
    min_cuts: int | None = Field(None, ge=0, le=400, description="So many cuts, at least.")
    deep_cut: bool | None = Field(None, description="Whether there is a deep cut.")
    ties: bool | None = Field(None, description="Whether a value meets the bound it is tested against.")
    evaluations: Span | None = Field(None, description="How many leaves the search evaluates.")
    unique_best: bool | None = Field(None, description="Whether one move alone is best.")
    dialect_free: bool | None = Field(None, description="Whether all dialects do the same.")
    root: Literal["max", "min"] | None = Field(None, description="Who moves first; max.")
    players: Literal[2, 3, 4] | None = Field(None, description="2, or 3 and 4 for payoff vectors.")
    chance: bool | None = Field(None, description="Chance nodes in every second layer.")
    ghosts: Literal[1, 2, 3] | None = Field(
        None, description="So many layers of MIN in a round; with chance the last ghost moves at random."
    )


class ExerciseRequest(RequestPart):
    """An exercise that is wanted."""

    seed: int = Field(0, ge=0, le=2**53, description="The same seed and wishes: the same exercise.")
    wishes: Wishes = Field(
        default_factory=Wishes,  # type: ignore[arg-type]  # all its fields have defaults
        examples=[{"depth": 2, "branching": 3, "min_cuts": 1}],
    )
    tree: Spec | None = Field(
        None, description="A tree of one's own, in place of seed and wishes.", examples=[None]
    )
    algorithm: Name | None = Field(
        None, description="The search; what suits the tree if nothing is said.", examples=["alphabeta"]
    )
    options: Options = Field(
        default_factory=dict, description="The algorithm's own, by name.", examples=[{"dialect": "aima"}]
    )
    order: Literal["left", "right"] = Field("left", description="From which side children are searched.")
    questions: list[Name] | None = Field(
        None,
        max_length=20,
        description="values, returned, move, pruned, leaves, nodes, order, next, count, cuts, window, "
        "dialect, or all.",
        examples=[["values", "move", "pruned"]],
    )
    solution: bool = Field(False, description="With the answers, and the reasons for them.")
    svg: bool = Field(False, description="Draw the tree.")


class Question(Answer):
    """A question of an exercise."""

    kind: str
    text: str
    items: list[str] = Field(description="The blanks; one without a name is a line to write on.")
    points: int


class Exercise(Answer):
    """An exercise; `POST /api/exercises/mark` takes it back as it is."""

    format: Literal["halfmove exercise 1"]
    seed: int | None
    tree: Any = Field(description="Every node has a name.")
    algorithm: str
    options: dict[str, Any]
    order: Literal["left", "right"]
    task: str = Field(description="What to do, in a sentence.")
    points: int
    questions: list[Question]
    solution: dict[str, Any] | None = Field(None, description="The answers by the kind of question.")
    reasons: dict[str, list[str]] | None = None
    svg: str | None = None


class QuestionGiven(RequestPart):
    """A question as it came; its kind says all."""

    model_config = ConfigDict(extra="ignore")

    kind: Name


class ExerciseGiven(RequestPart):
    """An exercise as it was made; what can be read off its tree is not looked at."""

    model_config = ConfigDict(extra="ignore")

    format: Literal["halfmove exercise 1"] = Field(examples=[FORMAT])
    tree: Spec = Field(examples=[[[3, 12, 8], [2, 4, 6], [14, 5, 2]]])
    algorithm: Name = Field(examples=["alphabeta"])
    questions: list[Name | QuestionGiven] = Field(
        max_length=20, description="As they came, or their kinds.", examples=[["move", "pruned"]]
    )
    options: Options = Field(default_factory=dict)
    order: Literal["left", "right"] = "left"
    seed: int | None = Field(None, ge=0, le=2**53)


class MarkRequest(RequestPart):
    """Answers to be marked."""

    exercise: ExerciseGiven
    answers: dict[Name, Free] = Field(
        max_length=20,
        description="By the kind of question, as data or as a person writes them.",
        examples=[{"move": "a1", "pruned": "c2 c3"}],
    )


class Remark(Answer):
    """One item of a question."""

    sort: Literal["right", "half", "wrong", "missed", "excess", "blank"]
    where: str
    points: int | float
    text: str = Field(description="What is right, and why.")


class Misconception(Answer):
    """A way of thinking that explains a wrong answer."""

    name: str
    text: str


class Verdict(Answer):
    """One question, marked."""

    kind: str
    points: int | float
    most: int
    remarks: list[Remark]
    misconceptions: list[Misconception]


class Marking(Answer):
    """All of it."""

    seed: int | None
    points: Number
    most: int
    questions: list[Verdict]
    misconceptions: list[Misconception]
    read_again: list[str] = Field(description="What to read again.")


@router.post("/exercises", summary="An exercise", response_model=Exercise, operation_id="make_exercise")
async def make(request: Request, asked: ExerciseRequest) -> JSONResponse:
    """Make an exercise from a seed with the properties wished for, or on a tree of one's own."""
    wishes = asked.wishes.model_dump()
    if asked.tree is not None and any(wish is not None for wish in wishes.values()):
        raise BadInput("Wishes are for trees made from a seed; here the tree is given.")
    return await _task(request, {**asked.model_dump(exclude={"wishes"}), "wishes": wishes})


@router.post("/exercises/mark", summary="Answers marked", response_model=Marking, operation_id="mark")
async def mark(request: Request, asked: MarkRequest) -> JSONResponse:
    """Mark answers to an exercise: points, what is right and why, misconceptions recognised, what to read."""
    return await _task(request, {"exercise": asked.exercise.model_dump(), "answers": asked.answers})


async def _task(request: Request, arguments: dict[str, Any]) -> JSONResponse:
    job = here().pool.begin(client_of(request), "exercise", arguments, seconds=LONGEST)
    found = await result(request, job)
    if found is None:
        raise BadInput(f"It takes more than {LONGEST:g} seconds; wish for less, or for a smaller tree.")
    return JSONResponse(found)
