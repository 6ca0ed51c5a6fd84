"""Names of well-known openings, found by the position: transpositions have the same name.

Each line of the table is a name and the moves that lead there, of which the last gives the position its name.
The moves of a family are written once: an indented line goes on from the line above that is less so.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from halfmove.games.chess.position import Position

TABLE = """
King's Pawn Game: e4
  Open Game: e5
    King's Knight Opening: Nf3
      Petrov's Defence: Nf6
        Petrov's Defence, Classical Attack: Nxe5 d6 Nf3 Nxe4 d4
        Petrov's Defence, Steinitz Attack: d4
        Petrov's Defence, Three Knights Game: Nc3
      Philidor Defence: d6
        Philidor Defence, Exchange Variation: d4 exd4
        Philidor Defence, Hanham Variation: d4 Nf6 Nc3 Nbd7
      Latvian Gambit: f5
      Elephant Gambit: d5
      Damiano Defence: f6
      King's Knight Opening, Normal Variation: Nc6
        Scotch Game: d4
          Scotch Game: exd4 Nxd4
            Scotch Game, Classical Variation: Bc5
            Scotch Game, Schmidt Variation: Nf6
              Scotch Game, Mieses Variation: Nxc6 bxc6 e5
            Scotch Game, Steinitz Variation: Qh4
          Scotch Gambit: exd4 Bc4
          Göring Gambit: exd4 c3
        Ponziani Opening: c3
        Three Knights Opening: Nc3
          Four Knights Game: Nf6
            Four Knights Game, Spanish Variation: Bb5
            Four Knights Game, Scotch Variation: d4
            Four Knights Game, Italian Variation: Bc4
        Italian Game: Bc4
          Giuoco Piano: Bc5
            Giuoco Piano, Main Line: c3
            Giuoco Pianissimo: d3
            Evans Gambit: b4
              Evans Gambit Accepted: Bxb4
              Evans Gambit Declined: Bb6
          Two Knights Defence: Nf6
            Two Knights Defence, Knight Attack: Ng5
              Traxler Counterattack: Bc5
              Two Knights Defence, Fried Liver Attack: d5 exd5 Nxd5 Nxf7
              Two Knights Defence, Polerio Defence: d5 exd5 Na5
              Fritz Variation: d5 exd5 Nd4
            Two Knights Defence, Open Variation: d4
            Two Knights Defence, Modern Bishop's Opening: d3
          Hungarian Defence: Be7
        Ruy Lopez: Bb5
          Ruy Lopez, Berlin Defence: Nf6
            Ruy Lopez, Berlin Defence, Rio Gambit: O-O Nxe4
              Ruy Lopez, Berlin Wall: d4 Nd6 Bxc6 dxc6 dxe5 Nf5 Qxd8 Kxd8
          Ruy Lopez, Steinitz Defence: d6
          Ruy Lopez, Schliemann Defence: f5
          Ruy Lopez, Classical Variation: Bc5
          Ruy Lopez, Bird Variation: Nd4
          Ruy Lopez, Cozio Defence: Nge7
          Ruy Lopez, Morphy Defence: a6
            Ruy Lopez, Exchange Variation: Bxc6
            Ruy Lopez, Morphy Defence: Ba4
              Ruy Lopez, Modern Steinitz Defence: d6
              Ruy Lopez, Morphy Defence: Nf6
                Ruy Lopez, Closed: O-O Be7
                  Ruy Lopez, Closed: Re1 b5 Bb3
                    Ruy Lopez, Closed: d6 c3 O-O h3
                      Ruy Lopez, Breyer Variation: Nb8
                      Ruy Lopez, Chigorin Variation: Na5
                      Ruy Lopez, Zaitsev Variation: Bb7
                    Ruy Lopez, Marshall Attack: O-O c3 d5
                Ruy Lopez, Open Variation: O-O Nxe4
                Ruy Lopez, Arkhangelsk Variation: O-O b5 Bb3 Bb7
    Vienna Game: Nc3
      Vienna Game, Falkbeer Variation: Nf6
      Vienna Game, Max Lange Defence: Nc6
      Vienna Gambit: Nf6 f4
    Bishop's Opening: Bc4
      Bishop's Opening, Berlin Defence: Nf6
    King's Gambit: f4
      King's Gambit Accepted: exf4
        King's Gambit, King's Knight Gambit: Nf3
          King's Gambit, Classical Variation: g5
            Muzio Gambit: Bc4 g4 O-O
            Kieseritzky Gambit: h4 g4 Ne5
          King's Gambit, Fischer Defence: d6
          King's Gambit, Modern Defence: d5
        King's Gambit, Bishop's Gambit: Bc4
      Falkbeer Countergambit: d5
      King's Gambit Declined, Classical Variation: Bc5
    Centre Game: d4
      Centre Game: exd4 Qxd4
      Danish Gambit: exd4 c3
    Wayward Queen Attack: Qh5
    Portuguese Opening: Bb5
  Sicilian Defence: c5
    Sicilian Defence, Closed: Nc3
    Sicilian Defence, Alapin Variation: c3
    Sicilian Defence, Smith-Morra Gambit: d4 cxd4 c3
    Sicilian Defence, McDonnell Attack: f4
    Sicilian Defence, Wing Gambit: b4
    Sicilian Defence, King's Knight Variation: Nf3
      Sicilian Defence, Hyperaccelerated Dragon: g6
      Sicilian Defence, Nimzowitsch Variation: Nf6
      Sicilian Defence, O'Kelly Variation: a6
      Sicilian Defence, French Variation: e6
        Sicilian Defence, Open: d4 cxd4 Nxd4
          Sicilian Defence, Kan Variation: a6
          Sicilian Defence, Taimanov Variation: Nc6
          Sicilian Defence, Four Knights Variation: Nf6 Nc3 Nc6
      Sicilian Defence, Old Sicilian: Nc6
        Sicilian Defence, Rossolimo Variation: Bb5
        Sicilian Defence, Open: d4 cxd4 Nxd4
          Sicilian Defence, Accelerated Dragon: g6
            Sicilian Defence, Maróczy Bind: c4
          Sicilian Defence, Löwenthal Variation: e5
          Sicilian Defence, Classical Variation: Nf6 Nc3 d6
            Sicilian Defence, Richter-Rauzer Variation: Bg5
            Sicilian Defence, Sozin Attack: Bc4
          Sicilian Defence, Sveshnikov Variation: Nf6 Nc3 e5
      Sicilian Defence, Modern Variation: d6
        Sicilian Defence, Moscow Variation: Bb5+
        Sicilian Defence, Open: d4 cxd4 Nxd4
          Sicilian Defence, Open: Nf6 Nc3
            Sicilian Defence, Najdorf Variation: a6
              Sicilian Defence, Najdorf, English Attack: Be3
              Sicilian Defence, Najdorf, Main Line: Bg5
                Sicilian Defence, Najdorf, Poisoned Pawn: e6 f4 Qb6
              Sicilian Defence, Najdorf, Opočenský Variation: Be2
              Sicilian Defence, Najdorf, Fischer-Sozin Attack: Bc4
            Sicilian Defence, Dragon Variation: g6
              Sicilian Defence, Dragon, Yugoslav Attack: Be3 Bg7 f3
            Sicilian Defence, Scheveningen Variation: e6
              Sicilian Defence, Keres Attack: g4
  French Defence: e6
    French Defence: d4 d5
      French Defence, Exchange Variation: exd5
      French Defence, Advance Variation: e5
        French Defence, Advance Variation, Main Line: c5 c3 Nc6 Nf3
      French Defence, Tarrasch Variation: Nd2
      French Defence, Paulsen Variation: Nc3
        French Defence, Winawer Variation: Bb4
        French Defence, Classical Variation: Nf6
          French Defence, Steinitz Variation: e5
          French Defence, McCutcheon Variation: Bg5 Bb4
        French Defence, Rubinstein Variation: dxe4
    French Defence, King's Indian Attack: d3
  Caro-Kann Defence: c6
    Caro-Kann Defence: d4 d5
      Caro-Kann Defence, Advance Variation: e5
      Caro-Kann Defence, Exchange Variation: exd5
        Caro-Kann Defence, Panov Attack: cxd5 c4
      Caro-Kann Defence, Main Line: Nc3
        Caro-Kann Defence, Main Line: dxe4 Nxe4
          Caro-Kann Defence, Classical Variation: Bf5
          Caro-Kann Defence, Karpov Variation: Nd7
      Caro-Kann Defence, Fantasy Variation: f3
    Caro-Kann Defence, Two Knights Attack: Nc3 d5 Nf3
  Scandinavian Defence: d5
    Scandinavian Defence: exd5 Qxd5
      Scandinavian Defence, Main Line: Nc3 Qa5
    Scandinavian Defence, Modern Variation: exd5 Nf6
  Pirc Defence: d6
    Pirc Defence: d4 Nf6 Nc3 g6
      Pirc Defence, Austrian Attack: f4
      Pirc Defence, Classical Variation: Nf3
  Modern Defence: g6
  Alekhine's Defence: Nf6
    Alekhine's Defence: e5 Nd5
      Alekhine's Defence, Modern Variation: d4 d6 Nf3
      Alekhine's Defence, Four Pawns Attack: d4 d6 c4 Nb6 f4
  Nimzowitsch Defence: Nc6
  Owen's Defence: b6
Queen's Pawn Game: d4
  Closed Game: d5
    Queen's Gambit: c4
      Queen's Gambit Accepted: dxc4
      Queen's Gambit Declined: e6
        Queen's Gambit Declined: Nc3 Nf6
          Queen's Gambit Declined, Modern Variation: Bg5
            Queen's Gambit Declined, Orthodox Defence: Be7 e3 O-O Nf3 Nbd7
            Cambridge Springs Defence: Nbd7 e3 c6 Nf3 Qa5
            Queen's Gambit Declined, Lasker Defence: Be7 e3 O-O Nf3 h6 Bh4 Ne4
            Queen's Gambit Declined, Tartakower Defence: Be7 e3 O-O Nf3 h6 Bh4 b6
          Queen's Gambit Declined, Exchange Variation: cxd5 exd5
        Tarrasch Defence: Nc3 c5
        Semi-Slav Defence: Nc3 c6
      Slav Defence: c6
        Slav Defence: Nf3 Nf6 Nc3
          Semi-Slav Defence: e6
            Semi-Slav Defence, Meran Variation: e3 Nbd7 Bd3 dxc4 Bxc4 b5
            Semi-Slav Defence, Anti-Moscow Gambit: Bg5 h6 Bh4
          Slav Defence, Czech Variation: dxc4 a4 Bf5
        Slav Defence, Exchange Variation: cxd5 cxd5
      Albin Countergambit: e5
      Chigorin Defence: Nc6
    London System: Bf4
    Queen's Pawn Game, Zukertort Variation: Nf3
      London System: Nf6 Bf4
      Colle System: Nf6 e3
    Blackmar-Diemer Gambit: e4
    Queen's Pawn Game, Chigorin Variation: Nc3
  Indian Defence: Nf6
    Trompowsky Attack: Bg5
    Indian Defence, Knight Variation: Nf3
    Indian Defence, Normal Variation: c4
      King's Indian Defence: g6
        Grünfeld Defence: Nc3 d5
          Grünfeld Defence, Exchange Variation: cxd5 Nxd5
            Grünfeld Defence, Exchange Variation: e4 Nxc3 bxc3
        King's Indian Defence: Nc3 Bg7 e4 d6
          King's Indian Defence, Orthodox Variation: Nf3 O-O Be2 e5
            King's Indian Defence, Mar del Plata Variation: O-O Nc6 d5 Ne7
          King's Indian Defence, Sämisch Variation: f3
          King's Indian Defence, Four Pawns Attack: f4
          King's Indian Defence, Averbakh Variation: Be2 O-O Bg5
        King's Indian Defence, Fianchetto Variation: Nf3 Bg7 g3
      Indian Defence, Normal Variation: e6
        Nimzo-Indian Defence: Nc3 Bb4
          Nimzo-Indian Defence, Rubinstein Variation: e3
          Nimzo-Indian Defence, Classical Variation: Qc2
          Nimzo-Indian Defence, Sämisch Variation: a3 Bxc3 bxc3
          Nimzo-Indian Defence, Leningrad Variation: Bg5
        Queen's Indian Defence: Nf3 b6
          Queen's Indian Defence, Fianchetto Variation: g3
          Queen's Indian Defence, Petrosian Variation: a3
        Bogo-Indian Defence: Nf3 Bb4
        Catalan Opening: g3
          Catalan Opening, Open: d5 Bg2 dxc4
          Catalan Opening, Closed: d5 Nf3 Be7 Bg2
      Benoni Defence: c5 d5
        Modern Benoni: e6
        Benko Gambit: b5
      Budapest Gambit: e5
      Old Indian Defence: d6
  Dutch Defence: f5
    Dutch Defence, Fianchetto Variation: g3
      Dutch Defence, Leningrad Variation: Nf6 Bg2 g6
    Dutch Defence: c4
      Dutch Defence, Stonewall Variation: Nf6 g3 e6 Bg2 d5
      Dutch Defence, Classical Variation: Nf6 g3 e6 Bg2 Be7
    Staunton Gambit: e4
  Old Benoni Defence: c5
  Horwitz Defence: e6
  Englund Gambit: e5
English Opening: c4
  English Opening, King's English: e5
    English Opening, Four Knights: Nc3 Nf6 Nf3 Nc6
  English Opening, Symmetrical Variation: c5
  English Opening, Anglo-Indian Defence: Nf6
  English Opening, Agincourt Defence: e6
Zukertort Opening: Nf3
  Réti Opening: d5
    Réti Opening: c4
    King's Indian Attack: g3
  Zukertort Opening, Sicilian Invitation: c5
King's Fianchetto Opening: g3
Nimzowitsch-Larsen Attack: b3
Bird's Opening: f4
  From's Gambit: e5
Polish Opening: b4
Grob Opening: g4
Van Geet Opening: Nc3
Van't Kruijs Opening: e3
Mieses Opening: d3
Saragossa Opening: c3
Barnes Opening: f3
"""


@lru_cache(maxsize=4)
def names(game: Any) -> dict[int, str]:
    """Each name of the table by the key of its position; the longer line wins where two lead to one."""
    found: dict[int, tuple[int, str]] = {}
    above: list[tuple[int, Position, int]] = [(-1, game.initial(), 0)]
    for line in TABLE.strip("\n").splitlines():
        indent = len(line) - len(line.lstrip())
        name, moves = line.strip().split(": ")
        while above[-1][0] >= indent:
            above.pop()
        _, state, plies = above[-1]
        for move in moves.split():
            state = game.result(state, game.parse_action(state, move))
            plies += 1
        above.append((indent, state, plies))
        key = int(state.hash)
        found[key] = max(found.get(key, (0, "")), (plies, name))
    return {key: name for key, (_, name) in found.items()}
