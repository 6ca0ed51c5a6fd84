"""A game for tests of secrecy: two players are dealt a gem each, claim or pass; some are never shown.

The gems have names that occur nowhere else, so that every byte that is sent can be searched for them.
"""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.contract import CHANCE, Game, hash_state
from halfmove.core.errors import BadInput
from halfmove.core.randomness import below

GEMS = ("amethyst", "chrysolite", "heliotrope", "tourmaline")
PASS, CLAIM = 0, 1


class HiddenGems(Game):
    """Two gems, one claim each: if both claim, the better one wins and both are seen."""

    chance = "explicit"
    information_kind = "imperfect"
    compiled = False

    # A state is a pair of gems (-1: not dealt yet) and what was said, as tuples of numbers.
    def initial(self):
        return (-1, -1), ()

    def to_move(self, s):
        return CHANCE if -1 in s[0] else len(s[1]) % 2

    def actions(self, s):
        if -1 in s[0]:
            for gem in range(len(GEMS)):
                if gem not in s[0]:
                    yield gem
        else:
            yield PASS
            yield CLAIM

    def result(self, s, a):
        (first, second), said = s
        if first < 0:
            return (a, -1), said
        if second < 0:
            return (first, a), said
        return (first, second), (*said, a)

    def is_terminal(self, s):
        return len(s[1]) == 2

    def utility(self, s, player):
        (first, second), said = s
        if said == (CLAIM, CLAIM):
            value = 1 if first > second else -1
        else:
            value = said[0] - said[1]
        return value if player == 0 else -value

    # ---- what players know
    def shown(self, s):
        return s[1] == (CLAIM, CLAIM)

    def seen(self, s, viewer):
        """The gems as a viewer sees them: -1 not dealt, -2 not seen."""
        return tuple(
            gem if gem < 0 or viewer in (None, owner) or self.shown(s) else -2
            for owner, gem in enumerate(s[0])
        )

    def observation(self, s, player):
        return self.seen(s, player), s[1]

    def information(self, s, player):
        return bits.hash_with(hash_state(self.observation(s, player)), player)

    def resample(self, s, player, random):
        gems = list(s[0])
        if gems[1 - player] >= 0 and not self.shown(s):
            others = [gem for gem in range(len(GEMS)) if gem != gems[player]]
            gems[1 - player] = others[below(random, len(others))]
        return tuple(gems), s[1]

    def public(self, s):
        return self.seen(s, -3), s[1]

    def action_seen(self, s, a, viewer):
        if -1 in s[0] and viewer != s[0].index(-1):
            return "a gem"
        return self.action_text(s, a)

    # ---- text
    def action_text(self, s, a):
        return GEMS[a] if -1 in s[0] else ("pass", "claim")[a]

    def position_text(self, s):
        return " ".join([*(GEMS[gem] if gem >= 0 else "-" for gem in s[0]), *(str(a) for a in s[1])])

    def parse(self, text):
        words = text.split()
        try:
            gems = tuple(-1 if word == "-" else GEMS.index(word) for word in words[:2])
            said = tuple(int(word) for word in words[2:])
        except ValueError:
            raise BadInput(f"'{text}' is no position of hidden gems.") from None
        if len(gems) != 2 or len(said) > 2 or not set(said) <= {0, 1}:
            raise BadInput(f"'{text}' is no position of hidden gems.")
        return gems, said

    def show(self, s, *, viewer=None):
        names = {-1: "nothing", -2: "something"}
        rows = [
            f"{self.player_names[p]}: {names.get(gem) or GEMS[gem]}"
            for p, gem in enumerate(self.seen(s, viewer))
        ]
        return "\n".join([*rows, " ".join(("pass", "claim")[a] for a in s[1])])
