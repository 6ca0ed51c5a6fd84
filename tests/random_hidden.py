"""Random small games with hidden cards and secret actions, for solvers of such games."""

import random

import halfmove as hm


class Hidden(hm.Game):
    """A random game: each player has a card, they act in a random order, each sees his card and all actions
    but those that his opponent makes in secret; payoffs are random numbers."""

    chance = "explicit"
    information_kind = "imperfect"
    utility_limit = 9
    whole_utilities = False
    compiled = False

    seed: int = 0

    def setup(self):
        draw = random.Random(self.seed)
        self.movers = [draw.randrange(2) for _ in range(4)]
        self.secret = [draw.random() < 0.4 for _ in range(4)]
        self.sizes = [draw.choice((2, 3)) for _ in range(4)]
        self.ends = [draw.random() < 0.3 for _ in range(40)]
        self.weights = [draw.randrange(1, 5) for _ in range(4)]

    def initial(self):
        return ()

    def to_move(self, s):
        return -1 if not s else self.movers[len(s) - 1]

    def actions(self, s):
        return iter(range(4 if not s else self.sizes[len(s) - 1]))

    def outcomes(self, s):
        for deal, weight in enumerate(self.weights):
            yield deal, weight / sum(self.weights)

    def result(self, s, a):
        return (*s, a)

    def is_terminal(self, s):
        return len(s) == 5 or (len(s) > 2 and s[-1] == 0 and self.ends[len(s) + sum(s[1:])])

    def utility(self, s, player):
        won = random.Random(repr((self.seed, s))).uniform(-9, 9)
        return won if player == 0 else -won

    def information(self, s, player):
        told = [player, len(s), (s[0] // 2 if player == 0 else s[0] % 2) if s else 2]
        for number, action in enumerate(s[1:]):
            seen = self.movers[number] == player or not self.secret[number]
            told.append(action if seen else 3)
        word = 1
        for number in told:
            word = word * 8 + number
        return word

    def position_text(self, s):
        return " ".join(map(str, s))

    def action_text(self, s, a):
        return str(a)

    def action_seen(self, s, a, viewer):
        return str(a)
