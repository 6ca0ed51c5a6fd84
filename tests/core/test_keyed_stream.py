"""Who has seen words of a keyed stream knows nothing of the others; of SplitMix he knows all."""

import secrets

import pytest

from halfmove.core import keyed_stream, randomness
from halfmove.core.keyed_stream import BITS, KeyedStream, draw_secret, is_secret, keyed_word

pytestmark = pytest.mark.one_speed

MASK = 2**64 - 1


def _unshift(value, shift):
    """`x` of `x ^ (x >> shift)`."""
    found = value
    for _ in range(64 // shift + 1):
        found = value ^ (found >> shift)
    return found


def foretold(word):
    """The next word of SplitMix after one that was seen: its mixing is undone (constants of its paper)."""
    state = _unshift(word, 31)
    state = state * pow(0x94D0_49BB_1331_11EB, -1, 2**64) & MASK
    state = _unshift(state, 27)
    state = state * pow(0xBF58_476D_1CE4_E5B9, -1, 2**64) & MASK
    state = _unshift(state, 30)
    state = state + randomness.GOLDEN & MASK
    state = (state ^ (state >> 30)) * 0xBF58_476D_1CE4_E5B9 & MASK
    state = (state ^ (state >> 27)) * 0x94D0_49BB_1331_11EB & MASK
    return state ^ (state >> 31)


def test_one_word_of_the_public_stream_foretells_the_next():
    stream = randomness.stream(7)
    assert foretold(randomness.word(stream)) == randomness.word(stream)


def test_words_of_a_keyed_stream_foretell_nothing():
    stream = KeyedStream(draw_secret(), "nature 3")
    words = [randomness.word(stream) for _ in range(100)]
    assert len(set(words)) == 100
    assert not {foretold(word) for word in words} & set(words)


def test_a_stream_is_its_secrets_and_its_names():
    secret = draw_secret()

    def drawn(secret, name):
        stream = KeyedStream(secret, name)
        return [randomness.below(stream, 2**31) for _ in range(4)]

    assert drawn(secret, "nature 1") == drawn(secret, "nature 1")
    assert len({tuple(drawn(secret ^ 1 << bit, "nature 1")) for bit in range(BITS)}) == BITS
    assert drawn(secret, "nature 1") != drawn(secret, "nature 11")
    assert keyed_word(secret, "a 1", 2) != keyed_word(secret, "a", 12)


def test_every_number_is_as_likely():
    stream = KeyedStream(keyed_stream.MARK | 12345, "dice")
    counts = [0] * 6
    for _ in range(6000):
        counts[randomness.below(stream, 6)] += 1
    assert all(850 < count < 1150 for count in counts)


def test_a_secret_has_128_random_bits(monkeypatch):
    asked = []
    monkeypatch.setattr(secrets, "randbits", lambda bits: asked.append(bits) or 0)
    assert is_secret(draw_secret())
    assert asked == [128]
    assert not is_secret(2**128 - 1)
