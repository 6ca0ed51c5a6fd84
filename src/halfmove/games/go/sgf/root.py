"""What the root of a game says of its board and rules, in the standard's words and in those of servers.

Fox (`AP[foxwq]`) and files made of its write the komi a hundredfold, by Chinese rules in stones, of which one
is worth two points: 375, 750 and 3.75 are all 7.5 points.
"""

from __future__ import annotations

import re

from halfmove.core.errors import BadInput
from halfmove.core.sgf_tree import Node, Part, Repair, tree
from halfmove.games.go.game import Go

SETUP = ("AB", "AW", "AE")
_RULES = (
    ("japanese", re.compile(r"jap|jp|^j$|日本|日式|일본|kor|^kr$|[韩韓]|한국|territory")),
    ("tromp-taylor", re.compile(r"tromp|^tt$|^nz$|new.?zealand|^ing\b|goe|应氏|應氏|stone")),
    ("aga", re.compile(r"aga|bga|ffg|french|british|american")),
    ("chinese", re.compile(r"chin|^cn$|^c$|中[国國]|数子|數子|area|weiqi")),
)
"""What `RU` may say, in small letters, and ours."""
_KATAGO = re.compile(r"ko\w+?score(area|territory).*?(?:sui([01]))?(?:whb(\S+))?$")
"""KataGo's own words: `koPOSITIONALscoreAREAtaxNONEsui1whbN`."""
_HUNDREDFOLD = 100
"""No board is played with such a komi."""
_MOST_STONES = 4.5
"""What is less, divided by a hundred, is counted in stones: there are 275 to 375 in stones, 450 in points."""
_FOX = "foxwq"


def refuse(sentence: str) -> None:
    """For those that repair nothing."""
    raise BadInput(sentence)


def pass_over(sentence: str) -> None:
    """For those that repair without a word, as nobody could be told."""


def root_of(part: Part, repair: Repair = refuse) -> Node:
    """The root of a game; `BadInput` for what is none of Go's."""
    root = tree(part, None if repair is refuse else repair)
    if root.raw("GM").strip().lstrip("0") not in ("", "1"):
        raise BadInput("it is of another game than Go.")
    if "B" in root.properties or "W" in root.properties:  # bad style, by the standard: a move in the root
        first = Node(root, root.children, {}, root.line)
        for child in root.children:
            child.parent = first
        root.children = [first]
        for name in ("B", "W"):
            if name in root.properties:
                first.properties[name] = root.properties.pop(name)
    return root


def size_of(root: Node, repair: Repair = refuse) -> tuple[int, int]:
    """Columns and rows of the board; without a word of it 19."""
    told = root.raw("SZ").strip()
    if not told:
        return 19, 19
    if told == "0":
        repair("its size is 0; 19 is taken.")
        return 19, 19
    found = re.fullmatch(r"(\d{1,3})(?:\s*[:xX×*]\s*(\d{1,3}))?\s*路?", told)
    if found is None:
        raise BadInput(f"its size, '{told[:20]}', is none, such as 19 or 9:13.")
    return int(found[1]), int(found[2] or found[1])


def komi_of(root: Node, repair: Repair = refuse, stones: int = 0) -> float | None:
    """The komi in points, in a game of so many handicap stones; None where the root says none."""
    told = root.text("KM").strip()
    if not told and (told := root.text("KO").strip()):
        repair(f"its komi stands in KO, '{told[:20]}'.")
    if not told:
        return None
    if re.fullmatch(r"[-+]?(?:\d{1,9}(?:\.\d*)?|\.\d+)", told) is None:
        return _komi_in_words(told, repair)
    komi = float(told)
    fox = _FOX in root.properties.get("AP", ())
    if abs(komi) >= _HUNDREDFOLD and fox and stones > 1:
        found = 0.0
    elif abs(komi) >= _HUNDREDFOLD or (fox and komi == 50):
        found = komi / _HUNDREDFOLD
        found *= 2 if abs(found) < _MOST_STONES and komi != 50 else 1
    elif komi * 4 % 2 == 1 and abs(komi) < _MOST_STONES:
        found = 2 * komi
    else:
        return komi
    repair(f"its komi is written {told[:20]}; it is read as {found:g} points.")
    return found


def _komi_in_words(told: str, repair: Repair) -> float:
    """`6,5`, `6.5目`, `黑贴3又3/4子`; 0 for what has no number."""
    numbers = re.findall(r"\d+(?:[.,]\d+)?", told)
    found = 0.0
    if (mixed := re.search(r"(\d)\s*又\s*(\d)\s*/\s*(\d)", told)) is not None and mixed[3] != "0":
        found = 2 * (int(mixed[1]) + int(mixed[2]) / int(mixed[3]))
    elif len(numbers) == 1 and len(numbers[0]) < 6:
        found = float(numbers[0].replace(",", ".")) + (0.5 if "半" in told or "반" in told else 0.0)
        found *= -1 if told.startswith("-") else 1
    else:
        repair(f"its komi, '{told[:20]}', is no number; 0 is taken.")
        return 0.0
    repair(f"its komi is written '{told[:20]}'; it is read as {found:g} points.")
    return found


def set_of_rules(root: Node, repair: Repair = refuse) -> str:
    """The name of our rules that a game is played by; `chinese` where it says none that are known."""
    told = root.text("RU").strip()
    word = told.casefold()
    if not word:
        return "chinese"
    if (katago := _KATAGO.fullmatch(word)) is not None:
        if katago[1] == "territory":
            return "japanese"
        given = katago[3] or "0"
        return "aga" if given.startswith("n-1") else "chinese" if given == "n" else "tromp-taylor"
    known = next((ours for ours, said in _RULES if said.search(word)), None)
    if known is None:
        repair(f"its rules, '{told[:20]}', are none that are known; Chinese rules are taken.")
    return known or "chinese"


def setup_of(node: Node, rules: Go) -> tuple[set[int], set[int], set[int]]:
    """The points where a node puts black stones, white ones, and none."""
    return tuple(_points(node, name, rules) for name in SETUP)  # type: ignore[return-value]


def _points(node: Node, name: str, rules: Go) -> set[int]:
    """The points of a list, in which `aa:cc` is a rectangle."""
    found: set[int] = set()
    for value in node.properties.get(name, ()):
        corners = [rules.parse_sgf(word) for word in value.split(":", 1) if value.strip()]
        if rules.points in corners:
            raise BadInput(f"line {node.line}: {name}[{value[:9]}] is no point of the board.")
        if corners:
            rows, columns = zip(*(divmod(point, rules.width) for point in corners), strict=True)
            found |= {
                row * rules.width + column
                for row in range(min(rows), max(rows) + 1)
                for column in range(min(columns), max(columns) + 1)
            }
    return found
