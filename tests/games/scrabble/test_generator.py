"""The generator against a naive one, in positions of random games."""

import random

import pytest
from naive_scrabble import naive_plays

from halfmove.games.scrabble.generator import Generator
from halfmove.games.scrabble.layout import layout
from halfmove.games.scrabble.lexicon import Lexicon, open_lexicon, store
from halfmove.games.scrabble.lexicon.graph import compile_graph
from halfmove.games.scrabble.plays import goes_down, square_of, tiles_of
from halfmove.games.scrabble.tiles import tile_set


def lay(board, action, size):
    """The board after a play."""
    board, at = bytearray(board), square_of(action)
    for tile in tiles_of(action):
        while board[at]:
            at += size if goes_down(action) else 1
        board[at] = tile
    return bytes(board)


def positions(generator, tiles, size, number, seed):
    """Boards and racks of random games, with more blanks than there are."""
    draw = random.Random(seed)
    while number:
        bag = [tile for tile, count in enumerate(tiles.counts) for _ in range(count)] + [0] * 6
        draw.shuffle(bag)
        board = bytes(size * size)
        while len(bag) >= 7 and number:
            rack = bytes(bag.pop() for _ in range(draw.choice((7, 7, 7, 5, 2))))
            found = generator.plays(board, rack)
            yield board, rack, found
            number -= 1
            if found:
                best = sorted(found, key=lambda play: play[1])
                board = lay(board, draw.choice(best[len(best) // 2 :])[0], size)


def compare(number, seed, words_number, layout_name="standard", tiles_name="english"):
    tiles, board = tile_set(tiles_name), layout(layout_name)
    every = store.unpack_words((store.DATA / "english.xz").read_bytes())
    draw = random.Random(seed)
    short = [word for word in every if len(word) < 4]
    words = sorted(draw.sample(every, words_number) + draw.sample(short, words_number // 5))
    lexicon = Lexicon("some", tiles, compile_graph(words))
    generator = Generator(lexicon, tiles, board)
    seen = 0
    for position, rack, found in positions(generator, tiles, board.size, number, seed):
        assert found == naive_plays(words, tiles, board, position, rack), (position, rack)
        seen += len(found)
    assert seen > 2 * number


@pytest.mark.slow_interpreted
def test_plays_are_those_of_a_naive_generator():
    compare(100, 1, 500)


@pytest.mark.slow_interpreted
def test_on_the_super_board_too():
    compare(10, 2, 500, "super", "english-super")


@pytest.mark.exhaustive
@pytest.mark.slow_interpreted
@pytest.mark.parametrize("seed", range(50))
def test_in_five_thousand_positions(seed):
    compare(100, seed, 3000)


def test_interpreted_and_compiled_find_the_same():
    tiles, board = tile_set("english"), layout("standard")
    texts = ("AT", "TA", "CAT", "CATS", "ACT", "SCAT", "TACK", "TICKS", "ICE", "TIE", "SIT", "IT")
    words = [tiles.word(text) for text in texts]
    lexicon = Lexicon("some", tiles, compile_graph(words))
    compiled, plain = (Generator(lexicon, tiles, board, compiled=which) for which in (True, False))
    for position, rack, _ in positions(compiled, tiles, 15, 6, 1):
        rack = rack[:4] + tiles.rack("AT?")
        assert compiled.plays(position, rack) == plain.plays(position, rack)


@pytest.mark.slow_interpreted
def test_an_opening_has_as_many_plays_as_the_anagrams_say():
    """Each word of the rack lies across or down, at as many places as it has letters."""
    tiles, board = tile_set("english"), layout("standard")
    lexicon = open_lexicon("english", tiles)
    for text in ("RETINAS", "QUIXOTE", "VVWXYZA"):
        rack = tiles.rack(text)
        count = sum(2 * len(word) for word in lexicon.anagrams(rack, 2))
        assert len(Generator(lexicon, tiles, board).plays(bytes(225), rack)) == count
