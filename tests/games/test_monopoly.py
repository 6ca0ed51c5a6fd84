"""Monopoly, beside an implementation that is told as one plays it."""

import random

import pytest
from naive_monopoly import Table
from surfaces import examine

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.randomness import stream
from halfmove.games.monopoly import Monopoly
from halfmove.games.monopoly.squares import LOTS, NAMES
from halfmove.games.monopoly.state import (
    MORTGAGED,
    OUT,
    OVER,
    PHASE,
    UNSEEN,
    level_of,
    place_of,
    term_of,
)

START = "A=1500@go B=1500@go A manage"
"""Of two players."""


def told(game, s):
    """What the naive implementation knows of a state."""
    players = [
        (s.cash[p], place_of(s, p), term_of(s, p), bool((s.now[OUT] >> p) & 1)) for p in range(game.players)
    ]
    lots = [
        (game.owner(s, lot), level_of(s, lot), bool((s.now[MORTGAGED] >> lot) & 1)) for lot in range(LOTS)
    ]
    return players, lots


def told_by(table):
    players = [(p.cash, p.square, p.term, p.out) for p in table.players]
    lots = [
        (-1 if lot.owner is None else table.players.index(lot.owner), lot.level, lot.mortgaged)
        for lot in table.lots
    ]
    return players, lots


def drawn(game, s, rng):
    outcomes = list(game.outcomes(s))
    assert sum(p for _, p in outcomes) == pytest.approx(1)
    return rng.choices([a for a, _ in outcomes], [p for _, p in outcomes])[0]


def beside_naive(game, seed, sensible, seen):
    """A random game in lockstep; `sensible`: how often the player of playouts chooses."""
    rng, random_words = random.Random(seed), stream(seed)
    table = Table(game.players, game.rounds, game.trades)
    course = table.play()
    s, asked = game.initial(), next(course)
    while not game.is_terminal(s):
        actions = list(game.actions(s))
        texts = [game.action_text(s, a) for a in actions]
        mover = game.to_move(s)
        assert asked == ("bank" if mover == hm.CHANCE else game.player_names[mover], set(texts))
        assert told(game, s) == told_by(table)
        if rng.random() < 0.05:
            assert game.parse(game.position_text(s)) == s
        if mover == hm.CHANCE:
            a = drawn(game, s, rng)
        elif rng.random() < sensible:
            a = game.playout(s, -1, random_words)
        else:
            a = rng.choice(actions)
        assert a in actions
        seen.update(text.split("-")[0] for text in texts)
        said = game.action_text(s, a)
        s = game.result(s, a)
        try:
            asked = course.send(said)
        except StopIteration:
            assert game.is_terminal(s)
    assert told(game, s)[1] == told_by(table)[1]
    assert sum(game.utility(s, p) for p in range(game.players)) == 0
    assert game.parse(game.position_text(s)) == s
    return s


@pytest.mark.one_speed
@pytest.mark.parametrize(
    ("players", "sensible", "games"), [(2, 0.97, 5), (4, 0.999, 4), (8, 0.97, 1), (3, 0.3, 1)]
)
def test_games_are_those_of_the_naive_table(players, sensible, games):
    game, seen, bankrupt = interpreted(Monopoly(players=players, rounds=100)), set(), 0
    for seed in range(games):
        s = beside_naive(game, seed, sensible, seen)
        bankrupt += bin(s.now[OUT]).count("1")
    if players in (2, 4):
        assert {"buy", "auction", "bid", "pass"} <= seen
        assert bankrupt
        assert {"build", "sell", "mortgage", "lift"} <= seen


@pytest.mark.one_speed
@pytest.mark.parametrize(("players", "sensible", "games"), [(2, 0.5, 2), (4, 0.6, 1), (3, 0.6, 1)])
def test_trades_are_those_of_the_naive_table(players, sensible, games):
    game, seen = interpreted(Monopoly(players=players, rounds=60, trades=True)), set()
    for seed in range(games):
        beside_naive(game, seed, sensible, seen)
    assert {"offer", "give", "ask", "propose", "withdraw", "accept", "refuse"} <= seen


def after(game, text, moves):
    return hm.position(game, text, moves=moves)[0]


@pytest.mark.one_speed
def test_a_turn_as_one_plays_it():
    game = interpreted(Monopoly(players=2))
    s = after(game, START, "throw 52")
    assert game.show(s).splitlines()[:2] == ["A   1500  chance-7", "B   1500  go"]
    assert game.status(s) == "A draws a card"
    s = after(game, START, "throw 43 dividend throw 62 buy throw")
    assert game.position_text(s) == (
        "A=1550@chance-7 B=1400@vermont-avenue B:vermont-avenue chance=012345689abcdef/7 round=1 A throw"
    )


@pytest.mark.one_speed
def test_three_doubles_go_to_jail_and_three_throws_come_out():
    game = interpreted(Monopoly(players=2))
    s = after(game, START, "throw 33 buy throw 22 throw 11")
    assert term_of(s, 0) == 1
    assert game.to_move(s) == 1
    s = after(game, "A=30@jail/3 B=0@go A:boardwalk A manage", "throw 21")
    assert game.status(s) == "A owes 50 and has 30"
    assert [game.action_text(s, a) for a in game.actions(s)] == ["mortgage-boardwalk"]
    s = game.result(s, game.parse_action(s, "mortgage-boardwalk"))
    assert game.position_text(s).startswith("A=180@states-avenue")


@pytest.mark.one_speed
def test_the_last_sixteen_cards_come_again_in_their_order():
    game, rng = interpreted(Monopoly(players=2)), random.Random(1)
    s = game.parse(f"{START[:-8]}A chest".replace("A=1500@go", "A=1500@community-chest-2"))
    order = []
    for _ in range(40):
        a = drawn(game, s, rng)
        order.append(a)
        s = game.drawn(s, 1, a)
        s = game.returned(s, 1) if a == 9 else s
        s = s._replace(now=tuple(n if k != PHASE else 5 for k, n in enumerate(s.now)))
    assert sorted(order[:16]) == list(range(16))
    assert order[16:32] == order[:16]
    assert s.now[UNSEEN + 1] == 0


@pytest.mark.one_speed
def test_without_houses_in_the_bank_a_hotel_takes_all_with_it():
    game = interpreted(Monopoly(players=2))
    streets = (
        "oriental-avenue vermont-avenue connecticut-avenue st-charles-place states-avenue virginia-avenue"
    )
    full = [f"{street}*4" for street in (*streets.split(), "st-james-place")]
    full += ["tennessee-avenue*3", "new-york-avenue*1"]
    with pytest.raises(BadInput, match="evenly"):
        game.parse(f"A=5@go B=5@go A:{','.join(full)} A manage")
    full[-2:] = ["tennessee-avenue*4", "new-york-avenue*4"]
    with pytest.raises(BadInput, match="32 houses and 12 hotels"):
        game.parse(f"A=5@go B=5@go A:{','.join(full)} A manage")
    built = [*full[:6], "park-place*4", "boardwalk*5", "mediterranean-avenue*1", "baltic-avenue"]
    s = game.parse(f"A=5@go B=5@go A:{','.join(built)} A manage")  # three houses are left
    s = after(game, game.position_text(s), "sell-boardwalk")
    assert s.cash[0] == 5 + 9 * 100
    assert s.built[7] == 0


@pytest.mark.one_speed
def test_the_evaluation_takes_sides():
    game = interpreted(Monopoly(players=2))
    assert game.evaluate(game.parse(START), 0) == 0
    ahead = game.parse("A=1500@go B=1500@go A:boardwalk A manage")
    assert game.evaluate(ahead, 0) == -game.evaluate(ahead, 1) > 0
    three = interpreted(Monopoly(players=3))
    s = three.parse("A=900@go B=500@go C=out A manage")
    assert three.evaluate(s, 0) > three.evaluate(s, 1) > three.evaluate(s, 2)


@pytest.mark.one_speed
def test_what_is_likely_is_what_a_sensible_player_does():
    game = interpreted(Monopoly(players=2))

    def likely(text):
        s = game.parse(text)
        return {game.action_text(s, a): game.prior(s, a) for a in game.actions(s)}

    buying = likely("A=900@boardwalk B=90@go A:oriental-avenue lot=boardwalk A buy")
    assert buying["buy"] > buying["auction"] > buying["mortgage-oriental-avenue"]
    owing = likely("A=9@go B=90@go A:oriental-avenue,park-place*1,boardwalk*1 owes=20 debt=A-bank A debt")
    assert owing["mortgage-oriental-avenue"] > owing["sell-boardwalk"]
    bidding = likely(
        "A=900@go B=900@boardwalk lot=oriental-avenue bid=95 bidder=B bidders=AB asked=A B auction"
    )
    assert bidding["bid-96"] > bidding["bid-145"] > bidding["bid-195"]


@pytest.mark.slow_interpreted
def test_both_speeds_say_the_same():
    """With trades, which have all the rest as well."""
    hm.check_game(Monopoly(trades=True), games=1)


@pytest.mark.one_speed
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("A=1500@go", "looks like 'A=1500@go B=1500@go A manage'"),
        ("A=1500@go A=1500@go A manage", "once, not twice"),
        ("A=1500@go A:boardwalk A manage", "says of each of A, B what he has"),
        ("A=1500@nowhere B=1@go A manage", "A player's part looks like"),
        ("A=1500@go/2 B=1@go A manage", "in jail is in jail"),
        ("A=1500@go C=1@go A manage", "no part of a position"),
        ("A=1500@go B=1@go A:boardwalk B:boardwalk A manage", "boardwalk is owned twice"),
        ("A=1500@go B=1@go A:water-works*1 A manage", "Nothing is built on water-works"),
        ("A=1500@go B=1@go A:boardwalk*1 A manage", "Nothing is built by park-place"),
        ("A=1500@go B=1@go A:lake-placid A manage", "is no lot"),
        ("A=1500@go B=out A manage", "The game is over"),
        ("A=1500@go B=1@go A over", "not over"),
        ("A=1500@go B=1@go round=100 A manage", "ends after 100 rounds|is over"),
        ("A=1500@go B=1@go A buy", "'buy' does not fit"),
        ("A=1500@go B=1@go A chance", "'chance' does not fit"),
        ("A=1500@go B=1@go owes=10 debt=A-bank A debt", "'debt' does not fit"),
        ("A=1500@go B=1@go owes=10 A manage", "does not say 'debt'"),
        ("A=1500@go B=1@go chance=01/2 A manage", "A pack is"),
        ("A=1500@go B=1@go asked=B A manage", "turn of A"),
        ("A=1500@go B=1@go steps=3 A manage", "nothing is left over"),
        ("A=1500@go B=1@go dice=77 A manage", "Dice are written"),
        ("A=1500@go B=1@go doubles=3 A manage", "Doubles in a row"),
    ],
)
def test_positions_that_cannot_be_are_refused(text, words):
    with pytest.raises(BadInput, match=words):
        interpreted(Monopoly(players=2)).parse(text)


@pytest.mark.one_speed
@pytest.mark.parametrize(
    ("parameters", "words"), [({"players": 9}, "2 to 8 players, not 9"), ({"rounds": 0}, "1 to 10000 rounds")]
)
def test_parameters_that_cannot_be_are_refused(parameters, words):
    with pytest.raises(BadInput, match=words):
        Monopoly(**parameters)


@pytest.mark.one_speed
def test_a_lot_is_touched_for_what_is_done_with_it():
    game = interpreted(Monopoly(players=2))
    s = game.parse("A=1500@go B=1@jail/2 A:park-place*2,boardwalk*3,water-works-m A manage")
    surface = game.surface()
    touched = {game.action_text(s, a): surface.touches(s, a) for a in game.actions(s)}
    assert touched == {
        "throw": ("throw",),
        "build-park-place": ("park-place",),
        "lift-water-works": ("water-works",),
        "sell-boardwalk": ("boardwalk",),
    }
    assert surface.occupied(s) == {
        "park-place": "A's, houses: 2",
        "boardwalk": "A's, houses: 3",
        "water-works": "A's, mortgaged",
    }
    for moves in ("", "throw", "throw 21", "throw 61", "throw 21 auction", "throw 21 buy"):
        examine(game, after(game, START, moves))
    examine(game, s)
    assert set(NAMES) <= {point.name for point in surface.points(s)}
    over = game.parse("A=1500@go B=out A over")
    assert over.now[PHASE] == OVER
    examine(game, over)
    assert game.show(over).endswith("A wins: the others are bankrupt")


# ---- trades
LOTS_OF_BOTH = "A:water-works-m,park-place B:mediterranean-avenue*1,baltic-avenue,boardwalk"
OFFERING = f"A=500@go B=300@go {LOTS_OF_BOTH} chest=012345678abcdef//B {{}}A {{}}"


@pytest.mark.one_speed
def test_an_offer_is_put_together_and_accepted():
    game = interpreted(Monopoly(players=2, trades=True))
    s = game.parse(OFFERING.format("", "manage"))
    assert "offer-B" in [game.action_text(s, a) for a in game.actions(s)]
    s = after(game, game.position_text(s), "offer-B")
    said = [game.action_text(s, a) for a in game.actions(s)]
    # on the colour of Baltic Avenue something is built, and B has but 300
    assert said == [
        *("give-water-works", "give-park-place", "ask-boardwalk", "ask-chest-card"),
        *("give-1", "give-10", "give-50", "give-100", "ask-1", "ask-10", "ask-50", "ask-100", "withdraw"),
    ]
    s = after(game, game.position_text(s), "ask-boardwalk ask-chest-card give-water-works give-100 give-50")
    assert game.status(s) == "A offers B water-works + 150 for boardwalk + chest-card"
    assert game.parse(game.position_text(s)) == s
    s = after(game, game.position_text(s), "propose")
    assert (game.to_move(s), game.status(s).startswith("B is offered water-works + 150 for ")) == (1, True)
    done = after(game, game.position_text(s), "accept")
    assert game.position_text(done) == (
        "A=350@go B=442@go A:park-place,boardwalk B:mediterranean-avenue*1,baltic-avenue,water-works-m "
        "chest=012345678abcdef//A offered=1 A manage"
    )  # B has paid a tenth of the mortgage of 75
    refused = after(game, game.position_text(s), "refuse")
    assert game.position_text(refused) == OFFERING.format("offered=1 ", "manage")
    for later in (done, refused):
        assert not any(game.action_text(later, a).startswith("offer") for a in game.actions(later))
    thrown = after(game, game.position_text(refused), "throw")
    assert "offered" not in game.position_text(thrown)


@pytest.mark.one_speed
def test_what_is_no_offer_yet():
    """Both give something, and not only cash; and who takes over a mortgaged lot can pay the interest."""
    game = interpreted(Monopoly(players=2, trades=True))

    def may(parts, text=OFFERING):
        s = game.parse(text.format(f"partner=B {parts} ", "offer"))
        return "propose" in [game.action_text(s, a) for a in game.actions(s)]

    assert may("gives=park-place asks=boardwalk")
    assert may("gives=park-place adds=-300")
    assert may("asks=chest-card adds=1")
    assert not may("gives=park-place")
    assert not may("adds=50")
    assert not may("gives=park-place adds=50")
    assert may("gives=water-works-m".removesuffix("-m") + " adds=-292")
    assert not may("gives=water-works adds=-293")


@pytest.mark.one_speed
def test_the_sensible_player_answers_by_what_he_gains():
    game = interpreted(Monopoly(players=2, trades=True))

    def answers(text):
        s = game.parse(text)
        return game.action_text(s, game.playout(s, -1, stream(1)))

    offered = "A=900@go B=900@go A:park-place B:boardwalk partner=B {} asked=B A answer"
    assert answers(offered.format("gives=park-place adds=-300")) == "accept"  # it completes his colour
    assert answers(offered.format("asks=boardwalk adds=400")) == "refuse"
    assert answers(offered.format("asks=boardwalk adds=50")) == "refuse"
    begun = offered.replace("asked=B A answer", "A offer")
    assert answers(begun.format("gives=park-place adds=-300")) == "propose"
    assert answers(begun.format("gives=park-place")) == "withdraw"
    s = game.parse(offered.format("gives=park-place adds=-300"))
    assert game.prior(s, 608) > game.prior(s, 640)  # to accept, and to refuse


@pytest.mark.one_speed
def test_without_the_option_nobody_trades():
    game = interpreted(Monopoly(players=2))
    s = game.parse(OFFERING.format("", "manage"))
    assert not any(game.action_text(s, a).startswith("offer") for a in game.actions(s))


@pytest.mark.one_speed
@pytest.mark.parametrize(
    ("parts", "phase", "words"),
    [
        ("partner=B gives=boardwalk ", "offer", "'offer' does not fit"),
        ("partner=A gives=park-place ", "offer", "'offer' does not fit"),
        ("partner=B adds=501 ", "offer", "'offer' does not fit"),
        ("partner=B asks=baltic-avenue ", "offer", "'offer' does not fit"),
        ("partner=B gives=park-place ", "answer", "'answer' does not fit"),
        ("partner=B ", "manage", "neither 'offer' nor 'answer'"),
        ("offered=2 ", "manage", "An offer has been made"),
        ("partner=B gives=lake-placid ", "offer", "no part of a position"),
    ],
)
def test_offers_that_cannot_be_are_refused(parts, phase, words):
    with pytest.raises(BadInput, match=words):
        interpreted(Monopoly(players=2, trades=True)).parse(OFFERING.format(parts, phase))
    with pytest.raises(BadInput):
        interpreted(Monopoly(players=2)).parse(OFFERING.format(parts, phase))


@pytest.mark.one_speed
def test_an_offer_is_made_by_touching_lots():
    game = interpreted(Monopoly(players=8, trades=True))
    s = game.parse(
        " ".join(f"{name}=900@go" for name in "ABCDEFGH") + " A:park-place B:boardwalk partner=B A offer"
    )
    surface = game.surface()
    touched = {game.action_text(s, a): surface.touches(s, a) for a in game.actions(s)}
    assert touched["give-park-place"] == ("park-place",)
    assert touched["ask-boardwalk"] == ("boardwalk",)
    assert touched["give-50"] == ("give-50",)
    examine(game, s)
    examine(game, after(game, game.position_text(s), "give-park-place ask-boardwalk propose"))
    examine(game, after(game, game.position_text(s), "withdraw"))
