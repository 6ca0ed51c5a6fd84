"""Certificates: written, checked, tampered with."""

import hashlib
import json
import subprocess
import sys

import pytest
from command import halfmove
from hypothesis import given
from hypothesis import strategies as st

import halfmove as hm
from halfmove.core.certificates import compiled
from halfmove.core.certificates import file as certificate_file
from halfmove.core.certificates.checker import Claim, Walk, check, parts_of
from halfmove.core.compile import jit_enabled
from halfmove.core.errors import BadInput, NotProven, Unsuitable
from halfmove.core.sealed_head import seal_head
from halfmove.search.proof.certify import ByAlphaBeta, certify, claim_of
from halfmove.search.proof.solver import Solver, solve

LATE = "X.O/.X./O.."
"""X to move wins by c1 at once."""
OPEN = ".O./.X./..."
"""X to move wins in five plies."""


@pytest.fixture(scope="module")
def tictactoe():
    return hm.game("tictactoe")


@pytest.fixture(scope="module")
def solver(tictactoe):
    return Solver(tictactoe, megabytes=1)


def written(tmp_path, solver, text=None, *, distance=True):
    game = solver.game
    state = game.initial() if text is None else game.parse(text)
    found = solve(game, state, solver=solver, distance=distance)
    file = tmp_path / "a.proof"
    certify(file, game, state, claim_of(found), ByAlphaBeta(solver))
    return file


def checked(file, game=None):
    """The tally; raises what the reader or the checkers say, which is the same."""
    found = certificate_file.read(file, game)
    outcomes = [
        outcome(check_by, found.game, found.start, found.claim, certificate_file.unpack(found.packed))
        for check_by in (check, compiled.check)
    ]
    assert str(outcomes[0]) == str(outcomes[1])
    if isinstance(outcomes[0], Exception):
        raise outcomes[0]
    return outcomes[0]


def outcome(check_by, *arguments):
    """The tally, or the error that says why there is none."""
    try:
        return check_by(*arguments)
    except (BadInput, NotProven) as error:
        return error


def values_of(game, state, known):
    """Value and plies to the end by the rules alone: the proof's opposite number."""
    if game.is_terminal(state):
        return game.utility(state, game.to_move(state)), 0
    if state not in known:
        replies = [values_of(game, game.result(state, a), known) for a in game.actions(state)]
        value = max(-v for v, _ in replies)
        plies = [d for v, d in replies if -v == value]
        known[state] = value, 1 + (min(plies) if value > 0 else max(plies))
    return known[state]


def test_a_draw_takes_two_strategies(tmp_path, solver):
    file = written(tmp_path, solver)
    tally = checked(file)
    certificate = certificate_file.read(file)
    assert certificate.claim == Claim("=", 0)
    assert len(parts_of(certificate.game, certificate.start, certificate.claim)) == 2
    assert 300 < tally.positions < 1000
    assert certificate.size < 1000


@pytest.mark.parametrize("text", [LATE, OPEN, "XOX/.O./..."])
@pytest.mark.parametrize("distance", [False, True])
def test_what_is_written_is_proven(tmp_path, solver, text, distance):
    file = written(tmp_path, solver, text, distance=distance)
    checked(file)
    claim = certificate_file.read(file).claim
    value, plies = values_of(solver.game, solver.game.parse(text), {})
    assert claim.value == value
    assert claim.plies == (plies if value else None) or (claim.plies is None and not distance)


def resealed(file, claim, numbers):
    """A certificate about the same position that says something else, with all its seals."""
    found = certificate_file.read(file)
    file.write_bytes(certificate_file.write(found.game, found.start, claim, numbers))


@pytest.mark.parametrize(
    "claim",
    [
        Claim("=", 0),
        Claim("=", -1),
        Claim("<=", 0),
        Claim(">=", 2),
        Claim(">=", 1, 4),
        Claim("=", 1, 3),
        Claim("=", 1, 7),
        Claim("=", -1, 5),
        Claim("<=", 1, 4),
    ],
)
def test_a_wrong_claim_is_refuted_whatever_is_written(tmp_path, solver, claim):
    """OPEN is won in five plies: no numbers prove another distance or value."""
    file = written(tmp_path, solver, OPEN)
    numbers = list(certificate_file.unpack(certificate_file.read(file).packed))
    for some in (numbers, numbers[: len(numbers) // 2], [], [0] * 2000, [*numbers, 0]):
        resealed(file, claim, some)
        with pytest.raises(NotProven):
            checked(file)


@given(st.data())
def test_changed_actions_never_prove_a_wrong_value(tmp_path_factory, data):
    """A mutated strategy is refuted, or it is another strategy for what is true anyway."""
    game = hm.game("tictactoe")
    file = tmp_path_factory.getbasetemp() / "mutated.proof"
    plain = ORIGINAL.setdefault("bytes", _original(tmp_path_factory))
    file.write_bytes(plain)
    found = certificate_file.read(file)
    numbers = list(certificate_file.unpack(found.packed))
    place = data.draw(st.integers(0, len(numbers) - 1))
    change = data.draw(st.sampled_from(["other", "left out", "twice", "large"]))
    if change == "other":
        numbers[place] = data.draw(st.integers(0, 9))
    elif change == "large":
        numbers[place] = data.draw(st.integers(10, 2**28))
    elif change == "twice":
        numbers.insert(place, numbers[place])
    else:
        del numbers[place]
    value = data.draw(st.sampled_from([-1, 0, 1]))
    relation = data.draw(st.sampled_from(["=", ">=", "<="]))
    plies = data.draw(st.sampled_from([None, 3, 4, 5, 6, 9]))
    claim = Claim(relation, value, plies)
    file.write_bytes(certificate_file.write(game, found.start, claim, numbers))
    try:
        checked(file)
    except (NotProven, BadInput):
        return
    truth = {"=": value == 1, ">=": value <= 1, "<=": value >= 1}[relation]
    assert truth
    if plies is not None and relation == "=":
        assert plies == 5
    if plies is not None and relation == ">=" and value == 1:
        assert plies >= 5


ORIGINAL: dict[str, bytes] = {}


def _original(factory):
    game = hm.game("tictactoe")
    return written(factory.mktemp("original"), Solver(game, megabytes=1), OPEN).read_bytes()


def test_every_flipped_byte_is_noticed(tmp_path, solver):
    file = written(tmp_path, solver, LATE)
    plain = file.read_bytes()
    for place in range(len(plain)):
        for bit in (1, 128):
            file.write_bytes(plain[:place] + bytes([plain[place] ^ bit]) + plain[place + 1 :])
            with pytest.raises(BadInput):
                checked(file)
    for length in range(len(plain)):
        file.write_bytes(plain[:length])
        with pytest.raises(BadInput):
            checked(file)


def _head_of(plain):
    return json.loads(plain[len(certificate_file.MARK) :].split(b"\n", 1)[0])


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("game", "no such game"),
        ("game", "../evil.py"),
        ("game", 7),
        ("parameters", {"width": 3}),
        ("parameters", {"no": "3"}),
        ("parameters", None),
        ("position", "XXXX"),
        ("position", 3),
        ("source", "0" * 64),
        ("claim", {"relation": "=", "value": 1.5, "plies": None}),
        ("claim", {"relation": "<", "value": 1, "plies": None}),
        ("claim", {"relation": "=", "value": 1, "plies": -3}),
        ("claim", {"relation": "=", "value": 0, "plies": 4}),
        ("claim", {}),
        ("claim", None),
        ("more", 1),
    ],
)
def test_a_head_that_says_something_else_is_refused(tmp_path, solver, key, value):
    file = written(tmp_path, solver, LATE)
    plain = file.read_bytes()
    head = _head_of(plain)
    head.pop("head_sha256")
    body = plain[len(certificate_file.MARK) :].split(b"\n", 1)[1][:-32]
    whole = certificate_file.MARK + seal_head({**head, key: value}) + b"\n" + body
    file.write_bytes(whole + hashlib.sha256(whole).digest())
    outcome = halfmove("verify", str(file))
    assert outcome.status == 2
    assert outcome.err.count("\n") == 1


def test_certificates_of_other_games_are_refused(tmp_path, solver):
    file = str(written(tmp_path, solver, LATE))
    for given_game in (["connect4"], ["tictactoe", "--set", "width=4"]):
        outcome = halfmove("verify", file, "--game", *given_game)
        assert outcome.status == 2
        assert "another game" in outcome.err
    assert halfmove("verify", file, "--game", "tictactoe").status == 0


def test_a_game_in_a_file_has_to_be_given(tmp_path):
    """A certificate names no code to run; the game's file is known by its digest."""
    rules = tmp_path / "take.py"
    rules.write_text(
        "import halfmove as hm\n\n\nclass Take(hm.Game):\n    compiled = False\n"
        "    def initial(self):\n        return (5, 0)\n"
        "    def to_move(self, s):\n        return s[1]\n"
        "    def actions(self, s):\n        return [n for n in (1, 2) if n <= s[0]]\n"
        "    def result(self, s, a):\n        return (s[0] - a, 1 - s[1])\n"
        "    def is_terminal(self, s):\n        return s[0] == 0\n"
        "    def utility(self, s, player):\n        return -1 if player == s[1] else 1\n"
        "    def key(self, s):\n        return s[0] * 2 + s[1]\n"
    )
    proof = str(tmp_path / "take.proof")
    assert halfmove("solve", str(rules), "--certificate", proof).status == 0
    assert "give the game too" in halfmove("verify", proof).err
    assert halfmove("verify", proof, "--game", str(rules)).out.startswith("Take")
    rules.write_text(rules.read_text() + "\n# changed\n")
    assert "another game" in halfmove("verify", proof, "--game", str(rules)).err


def test_the_command_says_what_fails_and_where(tmp_path, solver):
    file = written(tmp_path, solver, OPEN)
    numbers = list(certificate_file.unpack(certificate_file.read(file).packed))
    resealed(file, Claim("=", 1, 5), [numbers[0] + 1, *numbers[1:]])
    outcome = halfmove("verify", str(file))
    assert outcome.status == 1
    assert outcome.out == ""
    assert outcome.err.startswith("halfmove: After ")


def test_solve_writes_and_verify_reads(tmp_path):
    file = str(tmp_path / "nim.proof")
    assert halfmove("solve", "nim", "--set", "heaps=1,2", "--certificate", file).status == 0
    found = halfmove("verify", file, "--json").json
    assert (found["relation"], found["value"], found["plies"]) == ("=", 1, 3)
    assert hm.verify(file).to_dict()["positions"] == found["positions"]
    assert "wins in 3 plies" in halfmove("verify", file).out


def test_a_certificate_needs_a_game_without_chance(tmp_path):
    outcome = halfmove("solve", "pig", "--certificate", str(tmp_path / "x"))
    assert outcome.status == 2
    assert "without chance" in outcome.err


def test_mates_by_proof_numbers(tmp_path):
    file = str(tmp_path / "mate.proof")
    fen = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"
    arguments = ["solve", "chess", "--position", fen, "--algorithm", "dfpn", "--certificate", file]
    assert halfmove(*arguments).status == 0
    found = halfmove("verify", file, "--json").json
    assert (found["relation"], found["value"]) == (">=", 1)
    assert halfmove(*arguments, "--shortest").status == 0
    found = halfmove("verify", file, "--json").json
    assert (found["relation"], found["value"], found["plies"]) == ("=", 1, 3)


def test_the_checker_imports_no_search(tmp_path, solver):
    file = written(tmp_path, solver)
    code = (
        "import sys\n"
        "from halfmove.core.certificates import file\n"
        "from halfmove.core.certificates.checker import check\n"
        "found = file.read(sys.argv[1])\n"
        "print(check(found.game, found.start, found.claim, file.unpack(found.packed)).positions)\n"
        "assert not any(name.startswith('halfmove.search') for name in sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(file)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) == checked(file).positions


# ---------------------------------------------------------------- plays that go in circles


class Ring(hm.Game):
    """Both walk round a ring of four places; at place 0 the first may leave, and wins.  The second can only
    go on."""

    compiled = False
    repeats: str = "none"

    def setup(self):
        self.repetition = self.repeats

    def initial(self):
        return (1, 0)

    def to_move(self, s):
        return s[1]

    def actions(self, s):
        return ["on", "leave"] if s == (0, 0) else ["on"]

    def result(self, s, a):
        return (9, 1) if a == "leave" else ((s[0] + 1) % 4, 1 - s[1] if s[0] % 2 else s[1])

    def is_terminal(self, s):
        return s[0] == 9

    def utility(self, s, player):
        return 1 if player == 0 else -1

    def key(self, s):
        return s[0] * 2 + s[1]


def ring_states(game):
    seen, todo = [], [game.initial()]
    while todo:
        state = todo.pop()
        if state not in seen:
            seen.append(state)
            todo += [] if game.is_terminal(state) else [game.result(state, a) for a in game.actions(state)]
    return seen


@pytest.mark.parametrize("repeats", ["none", "draw", "loss", "forbidden"])
def test_a_circle_proves_nothing_but_draws(repeats):
    game = Ring(repeats=repeats)
    assert (0, 0) in ring_states(game)
    around = [0] * 20
    if repeats == "draw":
        claim = Claim(">=", 0)
        assert check(game, game.initial(), claim, iter(around[: needed(game, claim)])).positions == 4
        with pytest.raises(NotProven):  # the first may leave, and does not only draw
            check(game, game.initial(), Claim("<=", 0), iter(around))
    else:
        with pytest.raises(NotProven):
            check(game, game.initial(), Claim(">=", 0), iter(around))
    with pytest.raises(NotProven):
        check(game, game.initial(), Claim(">=", 1), iter(around))


class NumberedRing(Ring):
    """The same with numbers for actions, as the other checker wants them."""

    def actions(self, s):
        return [0, 1] if s == (0, 0) else [0]

    def result(self, s, a):
        return Ring.result(self, s, "leave" if a else "on")


@pytest.mark.parametrize("repeats", ["none", "draw", "loss", "forbidden"])
@pytest.mark.parametrize("claim", [Claim(">=", 0), Claim(">=", 1), Claim("<=", 0), Claim(">=", 1, 5)])
@pytest.mark.parametrize("leave", [0, 1])
def test_both_checkers_say_the_same_of_circles(repeats, claim, leave):
    game = NumberedRing(repeats=repeats)
    numbers = [0, leave, 0, leave, 0, leave]
    for length in range(len(numbers)):
        said = [
            str(outcome(by, game, game.initial(), claim, iter(numbers[:length])))
            for by in (check, compiled.check)
        ]
        assert said[0] == said[1]


class Ladder(hm.Game):
    """Steps of one or two, which meet again; the state counts the moves, and the rules see the step only, so
    that `back` on step 3 brings a position again."""

    compiled = False
    repetition = "draw"

    def initial(self):
        return (1, 0, 0)

    def to_move(self, s):
        return s[1]

    def actions(self, s):
        return [1, 2] if s[0] != 3 else [1, 2, -2]

    def result(self, s, a):
        return (s[0] + a, 1 - s[1], s[2] + 1)

    def is_terminal(self, s):
        return s[0] >= 6 or s[2] > 8

    def utility(self, s, player):
        return 1 if player == 0 else -1

    def key(self, s):
        return s[0] * 2 + s[1]


@given(st.lists(st.integers(0, 2), min_size=3, max_size=40))
def test_both_checkers_find_positions_that_count_as_the_same(numbers):
    game = Ladder()
    for claim in (Claim(">=", 1), Claim(">=", 1, 9), Claim(">=", 0)):
        said = [
            str(outcome(by, game, game.initial(), claim, iter(numbers))) for by in (check, compiled.check)
        ]
        assert said[0] == said[1]


def test_a_draft_goes_on_where_it_was_stopped(tmp_path, solver):
    """After Ctrl-C the same call searches nothing again, and writes the same certificate."""
    game = solver.game
    claim = claim_of(solve(game, game.initial(), solver=solver))
    whole, file = tmp_path / "whole.proof", tmp_path / "stopped.proof"

    class Asked(ByAlphaBeta):
        """Counts what it is asked, and stops at the hundredth question."""

        asked, last = 0, 100

        def choose(self, *arguments):
            self.asked += 1
            if self.asked == self.last:
                raise KeyboardInterrupt
            return super().choose(*arguments)

        def find_numbers(self, walk, steps):
            self.asked += 1
            if self.asked == self.last:
                raise KeyboardInterrupt
            return super().find_numbers(walk, 1)

    by = Asked(solver)
    with pytest.raises(KeyboardInterrupt):
        certify(file, game, game.initial(), claim, by)
    draft = tmp_path / "stopped.proof.draft"
    kept = draft.read_bytes()
    assert not file.exists()
    again = Asked(solver)
    again.last = -1
    tally = certify(file, game, game.initial(), claim, again)
    assert not draft.exists()
    never = Asked(solver)
    never.last = -1
    assert certify(whole, game, game.initial(), claim, never) == tally
    assert whole.read_bytes() == file.read_bytes()
    assert len(kept) > 200
    if not jit_enabled():  # else it is asked for a step at a time, with numbers and without
        assert by.asked - 1 + again.asked == never.asked

    draft.write_bytes(kept[:-5])  # killed while it was written
    certify(file, game, game.initial(), claim, ByAlphaBeta(solver))
    assert checked(file).numbers == tally.numbers
    for damaged in (kept[:10], kept.replace(b"tictactoe", b"tictactic")):
        draft.write_bytes(damaged)
        with pytest.raises(BadInput, match="no draft of this proof"):
            certify(file, game, game.initial(), claim, ByAlphaBeta(solver))
    head = kept[: kept.index(b"\n", kept.index(b"{")) + 1]
    draft.write_bytes(head + bytes([8] * 50))
    with pytest.raises(BadInput, match="no draft of this proof"):
        certify(file, game, game.initial(), claim, ByAlphaBeta(solver))


def test_verify_names_the_checker(tmp_path, solver):
    file = str(written(tmp_path, solver, OPEN))
    found = halfmove("verify", file, "--json").json
    plain = halfmove("verify", file, "--plain", "--json").json
    assert found["compiled"] == jit_enabled()
    assert not plain["compiled"]
    assert found["positions"] == plain["positions"]


@pytest.mark.parametrize(
    ("name", "parameters"),
    [("connect4", {"width": 4, "height": 4}), ("mnk", {"width": 3, "height": 4, "k": 3})],
)
@pytest.mark.parametrize("distance", [False, True])
@pytest.mark.slow_interpreted
def test_larger_proofs_are_whole(tmp_path, name, parameters, distance):
    game = hm.game(name, **parameters)
    solver = Solver(game, megabytes=8)
    file = tmp_path / "a.proof"
    found = solve(game, game.initial(), solver=solver, distance=distance)
    tally = certify(file, game, game.initial(), claim_of(found), ByAlphaBeta(solver))
    assert checked(file)[:2] == tally[:2]


def needed(game, claim):
    """How many numbers the walk asks for if each is 0."""
    asked = []
    for part in parts_of(game, game.initial(), claim):
        Walk(game, part, lambda *_: asked.append(0) or 0).run(game.initial())
    return len(asked)


def test_a_position_that_counts_as_the_same_may_not_come_again():
    """The state counts on, so that no state comes again, but the rules see the position only."""

    class Clock(Ring):
        def initial(self):
            return (1, 0, 0)

        def actions(self, s):
            return ["on", "leave"] if s[:2] == (0, 0) else ["on"]

        def result(self, s, a):
            return (*Ring.result(self, s[:2], a), s[2] + 1)

        def key(self, s):
            return s[0] * 2 + s[1]

    def leave_after(turns):
        def choose(state, ply, actions):
            return int(state[2] >= turns and len(actions) == 2)

        return choose

    def proven(repeats, turns):
        game = Clock(repeats=repeats)
        (part,) = parts_of(game, game.initial(), Claim(">=", 1))
        return Walk(game, part, leave_after(turns)).run(game.initial())

    assert proven("draw", 0) > 0
    assert proven("none", 12) > 12
    with pytest.raises(NotProven, match="come again"):
        proven("draw", 12)


def test_positions_that_are_alike_count_once_where_the_claim_says_so(tmp_path, solver):
    game, file = solver.game, tmp_path / "alike.proof"
    tallies = [
        certify(file, game, game.initial(), Claim("=", 0, symmetric=alike), ByAlphaBeta(solver))
        for alike in (False, True)
    ]
    assert checked(file)[:2] == tallies[1][:2]
    assert 2 * tallies[1].positions < tallies[0].positions
    numbers = list(certificate_file.unpack(certificate_file.read(file).packed))
    for claim in (Claim("=", 1, symmetric=True), Claim("=", -1, symmetric=True), Claim("=", 0)):
        resealed(file, claim, numbers)
        with pytest.raises(NotProven):
            checked(file)


def test_the_command_says_whether_positions_that_are_alike_count_once(tmp_path):
    file = str(tmp_path / "alike.proof")
    assert halfmove("solve", "tictactoe", "--symmetric", "--certificate", file).status == 0
    assert halfmove("verify", file, "--json").json["symmetric"]
    assert "alike by symmetry" in halfmove("verify", file).out
    outcome = halfmove("solve", "chess", "--symmetric", "--certificate", file)
    assert (outcome.status, "look back" in outcome.err) == (2, True)
    outcome = halfmove("solve", "tictactoe", "--symmetric")
    assert (outcome.status, "--symmetric is about a certificate" in outcome.err) == (2, True)


def test_hidden_games_have_none():
    game = hm.game("kuhn")
    with pytest.raises(Unsuitable):
        check(game, game.initial(), Claim("=", 0), iter([]))
