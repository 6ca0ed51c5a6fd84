"""The databases of checkers: beside a naive analysis, and beside what Chinook's authors published."""

from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive_checkers import Naive
from shared_suites import suite

import halfmove as hm
from halfmove.core.endings import is_loss, is_win, plies_of
from halfmove.endings.database import Database
from halfmove.games.checkers.endings import MOST_PIECES, NAMES, TABLES, name_of, rank_of, set_of
from halfmove.games.checkers.geometry import cell, squares_of

# J. Schaeffer and others, Chinook's databases: positions won, lost and drawn for Black to move, of all with
# so many pieces, some on each side.
PUBLISHED = {2: (716, 402, 2_370), 3: (100_250, 87_305, 8_477), 4: (2_574_304, 1_917_090, 1_717_922)}


@pytest.fixture(scope="module")
def checkers(tmp_path_factory):
    database = Database(hm.game("checkers"), tmp_path_factory.mktemp("endings"))
    build(database, 3)
    return database


def build(database, most):
    for name, pieces in zip(NAMES, TABLES, strict=True):
        if pieces.in_all <= most and name not in database.there():
            database.build(name, threads=2)


def totals(database, pieces):
    """Won, lost and drawn positions of all tables of so many pieces, Black to move."""
    sums = [0, 0, 0]
    for name, table in zip(NAMES, TABLES, strict=True):
        if table.in_all != pieces:
            continue
        black, white = database.summary(name).counts
        alike = (table.men, table.kings) == (table.weak_men, table.weak_kings)
        for won, drawn, lost in (black,) if alike else (black, white):  # as White, the board turned round
            sums = [sums[0] + won, sums[1] + lost, sums[2] + drawn]
    return tuple(sums)


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("pieces", [2, 3])
def test_as_many_positions_are_won_as_published(checkers, pieces):
    assert totals(checkers, pieces) == PUBLISHED[pieces]


@pytest.mark.exhaustive
@pytest.mark.slow_interpreted
def test_four_pieces(checkers):
    build(checkers, 4)
    assert totals(checkers, 4) == PUBLISHED[4]
    assert wrong_samples(checkers, 4) == []


@pytest.mark.slow_interpreted
def test_the_samples_of_three_pieces(checkers):
    assert wrong_samples(checkers, 3) == []


def wrong_samples(database, most):
    found = []
    for line in suite("checkers/wld_samples.txt").read_text().splitlines():
        text, value = line.split()
        state = database.game.parse(text)
        if (state.own | state.other).bit_count() <= most:
            code = database.probe(state)
            if ("W" if is_win(code) else "L" if is_loss(code) else "D") != value:
                found.append(line)
    return found


# ---- beside a naive analysis


def naive_values():
    """Every position of one piece on each side, by plain rules: (value, plies) by the board and the mover."""
    squares = [cell(number) for number in range(1, 33)]
    positions = {}
    for (mine, theirs), piece, other, mover in product(product(squares, repeat=2), "bB", "wW", "bw"):
        if mine == theirs or (piece, mine[0]) == ("b", 7) or (other, theirs[0]) == ("w", 0):
            continue
        children = []
        board = Naive([["."] * 8 for _ in range(8)], mover)
        board.rows[mine[0]][mine[1]], board.rows[theirs[0]][theirs[1]] = piece, other
        for move in board.moves():
            after = Naive([row[:] for row in board.rows], mover)
            after.play(move)
            children.append(key_of(after))
        positions[key_of(board)] = children
    values = {}
    changed, plies = True, 0
    while changed:  # the ends of the game first, then what is one ply from them, and so on
        changed, new = False, {}
        for key, children in positions.items():
            if key in values:
                continue
            known = [values.get(child, (-1, 0) if len(child[0]) < 2 else None) for child in children]
            if plies and any(value is not None and value[0] < 0 for value in known):
                new[key] = 1, plies
            elif all(value is not None and value[0] > 0 for value in known):
                new[key] = -1, plies
        if new or plies == 0:
            values |= new
            changed, plies = True, plies + 1
    return positions, values


def key_of(board):
    pieces = [(x, r, c) for r, row in enumerate(board.rows) for c, x in enumerate(row) if x != "."]
    return tuple(pieces), board.mover


@pytest.mark.slow_interpreted
def test_every_position_of_two_pieces_has_its_value(checkers):
    positions, values = naive_values()
    assert len(positions) == 2 * 3_488
    numbers = {cell(number): number for number in range(1, 33)}
    for key in positions:
        pieces, mover = key
        text = {"b": "", "w": ""}
        for piece, r, c in pieces:
            text[piece.lower()] = f"{'K' if piece in 'BW' else ''}{numbers[r, c]}"
        code = checkers.probe(checkers.game.parse(f"{mover.upper()}:W{text['w']}:B{text['b']}"))
        value, plies = values.get(key, (0, 0))
        said = 1 if is_win(code) else -1 if is_loss(code) else 0
        assert (said, plies_of(code) if code else 0) == (value, plies), key


# ---- six pieces, which nobody has to have


@pytest.mark.exhaustive
@pytest.mark.slow_interpreted
def test_a_table_of_six_pieces(checkers):
    """Three kings on each side: as many positions as published for that slice, and each follows."""
    for name in checkers.needed("KKKvKKK"):
        if name not in checkers.there():
            checkers.build(name, threads=2)
    assert checkers.verify("KKKvKKK", threads=2) == sum(map(sum, checkers.summary("KKKvKKK").counts))


def test_tables_of_six_pieces_are_made_where_they_are_named():
    endings = hm.game("checkers").endings()
    assert len(endings.usual) == 45
    assert set(endings.usual) < set(endings.tables)
    assert {"KKKvKKK", "MMMMMvM"} <= set(endings.tables) - set(endings.usual)
    assert all_positions(5) == 148_688_232
    assert all_positions(6) == 2_503_611_964


def all_positions(pieces):
    """What J. Schaeffer and others publish for all positions of so many pieces, those of one side among them,
    by their formula over the men on Black's first row; each split with pieces on both sides has a table."""
    total = 0
    for men, kings, white_men, white_kings in product(range(pieces + 1), repeat=4):
        if men + kings + white_men + white_kings != pieces:
            continue
        if men + kings and white_men + white_kings:
            assert name_of((men, kings), (white_men, white_kings)) in NAMES
        for first in range(min(men, 4) + 1):
            taken = men + white_men
            total += (
                comb(4, first)
                * comb(24, men - first)
                * comb(28 - (men - first), white_men)
                * comb(32 - taken, kings)
                * comb(32 - taken - kings, white_kings)
            )
    return total


# ---- numbers


@given(st.sets(st.integers(1, 28), min_size=1, max_size=MOST_PIECES))
def test_a_set_of_squares_has_a_number(numbers):
    b = squares_of(*numbers)
    turned = squares_of(*(33 - number for number in numbers))
    assert set_of(rank_of(b, 0, False), len(numbers), 0) == b
    assert rank_of(turned, 0, True) == rank_of(b, 0, False)
    white = squares_of(*(number + 4 for number in numbers))
    assert rank_of(white, 4, False) == rank_of(b, 0, False)


def test_every_state_of_a_table_has_its_number():
    game = hm.interpreted(hm.game("checkers"))
    for table, pieces in enumerate(TABLES):
        count = game.ending_count(table)
        for index in range(0, count, max(count // 40, 1)):
            if game.ending_weight(table, index):
                state = game.ending_state(table, index)
                assert (game.ending_table(state), game.ending_index(state)) == (table, index)
                assert (state.own | state.other).bit_count() == pieces.in_all


def test_colours_change_with_the_board_turned_round():
    game = hm.interpreted(hm.game("checkers"))
    weaker, stronger = game.parse("B:W17,K32:B22"), game.parse("W:W11:BK1,16")
    assert game.ending_table(weaker) == game.ending_table(stronger) == NAMES.index("KMvM")
    assert game.ending_index(weaker) == game.ending_index(stronger)


def test_tables_come_after_those_they_convert_to():
    endings = hm.game("checkers").endings()
    for place, name in enumerate(endings.tables):
        assert all(endings.tables.index(other) < place for other in endings.converts(name))


# ---- searches


@pytest.mark.slow_interpreted
def test_a_search_knows_the_value_at_once(checkers):
    game = checkers.equipped()
    state = game.parse("W:W18,K10:BK1")
    analysis = hm.analyze(game, state, hm.Limit(depth=1), algorithm="engine")
    code = checkers.probe(state)
    assert (analysis.proven, analysis.value) == (True, 1 if is_win(code) else -1 if is_loss(code) else 0)
    kings = game.parse("W:WK18,K10:BK1")
    assert is_win(checkers.probe(kings))
    late = kings._replace(quiet=79)  # the rule of forty moves comes first
    assert hm.analyze(game, late, hm.Limit(depth=1), algorithm="engine").value == 0
