"""A few games from which books are made: all that a book notes is in them."""

GAMES = """\
[Event "One"]
[Date "2020.05.01"]
[White "A"]
[Black "B"]
[WhiteElo "2600"]
[BlackElo "2400"]
[Result "1-0"]

1. e4! e5 {an answer} 2. Nf3 (2. f4 exf4 $2) 2... Nc6 3. Bb5 1-0

[Event "Two"]
[Date "2000.??.??"]
[White "C"]
[Black "A"]
[WhiteElo "2500"]
[BlackElo "2600"]
[Result "1/2-1/2"]

1. e4 c5 2. Nf3 d6 1/2-1/2

[Event "Three"]
[Date "2010.01.01"]
[White "D"]
[Black "E"]
[Result "0-1"]

1. d4 $2 d5 2. c4 dxc4 0-1

[Event "Four"]
[Date "????.??.??"]
[White "D"]
[Black "C"]
[WhiteElo "2300"]
[BlackElo "?"]
[Result "*"]

1. e4 e5 2. Nf3 Nf6 *

"""
"""From the initial position 1. e4 in three games (one won, one drawn, one without a result), 1. d4 in one."""
