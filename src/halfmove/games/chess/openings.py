"""Names of well-known openings, with their codes in the Encyclopaedia of Chess Openings (ECO, A00 to E99)."""

from __future__ import annotations

TABLE = """
B00 King's Pawn Game: e4
  C20 Open Game: e5
    C40 King's Knight Opening: Nf3
      C42 Petrov's Defence: Nf6
        C42 Petrov's Defence, Classical Attack: Nxe5 d6 Nf3 Nxe4 d4
        C43 Petrov's Defence, Steinitz Attack: d4
        C42 Petrov's Defence, Three Knights Game: Nc3
      C41 Philidor Defence: d6
        C41 Philidor Defence, Exchange Variation: d4 exd4
        C41 Philidor Defence, Hanham Variation: d4 Nf6 Nc3 Nbd7
      C40 Latvian Gambit: f5
      C40 Elephant Gambit: d5
      C40 Damiano Defence: f6
      C44 King's Knight Opening, Normal Variation: Nc6
        C44 Scotch Game: d4
          C45 Scotch Game: exd4 Nxd4
            C45 Scotch Game, Classical Variation: Bc5
            C45 Scotch Game, Schmidt Variation: Nf6
              C45 Scotch Game, Mieses Variation: Nxc6 bxc6 e5
            C45 Scotch Game, Steinitz Variation: Qh4
          C44 Scotch Gambit: exd4 Bc4
          C44 Göring Gambit: exd4 c3
        C44 Ponziani Opening: c3
        C46 Three Knights Opening: Nc3
          C46 Four Knights Game: Nf6
            C48 Four Knights Game, Spanish Variation: Bb5
            C47 Four Knights Game, Scotch Variation: d4
            C46 Four Knights Game, Italian Variation: Bc4
        C50 Italian Game: Bc4
          C50 Giuoco Piano: Bc5
            C53 Giuoco Piano, Main Line: c3
            C50 Giuoco Pianissimo: d3
            C51 Evans Gambit: b4
              C51 Evans Gambit Accepted: Bxb4
              C51 Evans Gambit Declined: Bb6
          C55 Two Knights Defence: Nf6
            C57 Two Knights Defence, Knight Attack: Ng5
              C57 Traxler Counterattack: Bc5
              C57 Two Knights Defence, Fried Liver Attack: d5 exd5 Nxd5 Nxf7
              C58 Two Knights Defence, Polerio Defence: d5 exd5 Na5
              C57 Fritz Variation: d5 exd5 Nd4
            C55 Two Knights Defence, Open Variation: d4
            C55 Two Knights Defence, Modern Bishop's Opening: d3
          C50 Hungarian Defence: Be7
        C60 Ruy Lopez: Bb5
          C65 Ruy Lopez, Berlin Defence: Nf6
            C67 Ruy Lopez, Berlin Defence, Rio Gambit: O-O Nxe4
              C67 Ruy Lopez, Berlin Wall: d4 Nd6 Bxc6 dxc6 dxe5 Nf5 Qxd8 Kxd8
          C62 Ruy Lopez, Steinitz Defence: d6
          C63 Ruy Lopez, Schliemann Defence: f5
          C64 Ruy Lopez, Classical Variation: Bc5
          C61 Ruy Lopez, Bird Variation: Nd4
          C60 Ruy Lopez, Cozio Defence: Nge7
          C60 Ruy Lopez, Morphy Defence: a6
            C68 Ruy Lopez, Exchange Variation: Bxc6
            C70 Ruy Lopez, Morphy Defence: Ba4
              C71 Ruy Lopez, Modern Steinitz Defence: d6
              C77 Ruy Lopez, Morphy Defence: Nf6
                C84 Ruy Lopez, Closed: O-O Be7
                  C88 Ruy Lopez, Closed: Re1 b5 Bb3
                    C92 Ruy Lopez, Closed: d6 c3 O-O h3
                      C94 Ruy Lopez, Breyer Variation: Nb8
                      C96 Ruy Lopez, Chigorin Variation: Na5
                      C92 Ruy Lopez, Zaitsev Variation: Bb7
                    C89 Ruy Lopez, Marshall Attack: O-O c3 d5
                C80 Ruy Lopez, Open Variation: O-O Nxe4
                C78 Ruy Lopez, Arkhangelsk Variation: O-O b5 Bb3 Bb7
    C25 Vienna Game: Nc3
      C26 Vienna Game, Falkbeer Variation: Nf6
      C25 Vienna Game, Max Lange Defence: Nc6
      C26 Vienna Gambit: Nf6 f4
    C23 Bishop's Opening: Bc4
      C24 Bishop's Opening, Berlin Defence: Nf6
    C30 King's Gambit: f4
      C33 King's Gambit Accepted: exf4
        C34 King's Gambit, King's Knight Gambit: Nf3
          C34 King's Gambit, Classical Variation: g5
            C37 Muzio Gambit: Bc4 g4 O-O
            C39 Kieseritzky Gambit: h4 g4 Ne5
          C34 King's Gambit, Fischer Defence: d6
          C36 King's Gambit, Modern Defence: d5
        C33 King's Gambit, Bishop's Gambit: Bc4
      C31 Falkbeer Countergambit: d5
      C30 King's Gambit Declined, Classical Variation: Bc5
    C20 Centre Game: d4
      C21 Centre Game: exd4 Qxd4
      C21 Danish Gambit: exd4 c3
    C20 Wayward Queen Attack: Qh5
    C20 Portuguese Opening: Bb5
  B20 Sicilian Defence: c5
    B23 Sicilian Defence, Closed: Nc3
    B22 Sicilian Defence, Alapin Variation: c3
    B21 Sicilian Defence, Smith-Morra Gambit: d4 cxd4 c3
    B21 Sicilian Defence, McDonnell Attack: f4
    B20 Sicilian Defence, Wing Gambit: b4
    B27 Sicilian Defence, King's Knight Variation: Nf3
      B27 Sicilian Defence, Hyperaccelerated Dragon: g6
      B29 Sicilian Defence, Nimzowitsch Variation: Nf6
      B28 Sicilian Defence, O'Kelly Variation: a6
      B40 Sicilian Defence, French Variation: e6
        B40 Sicilian Defence, Open: d4 cxd4 Nxd4
          B41 Sicilian Defence, Kan Variation: a6
          B44 Sicilian Defence, Taimanov Variation: Nc6
          B45 Sicilian Defence, Four Knights Variation: Nf6 Nc3 Nc6
      B30 Sicilian Defence, Old Sicilian: Nc6
        B30 Sicilian Defence, Rossolimo Variation: Bb5
        B32 Sicilian Defence, Open: d4 cxd4 Nxd4
          B34 Sicilian Defence, Accelerated Dragon: g6
            B36 Sicilian Defence, Maróczy Bind: c4
          B32 Sicilian Defence, Löwenthal Variation: e5
          B56 Sicilian Defence, Classical Variation: Nf6 Nc3 d6
            B60 Sicilian Defence, Richter-Rauzer Variation: Bg5
            B57 Sicilian Defence, Sozin Attack: Bc4
          B33 Sicilian Defence, Sveshnikov Variation: Nf6 Nc3 e5
      B50 Sicilian Defence, Modern Variation: d6
        B51 Sicilian Defence, Moscow Variation: Bb5+
        B54 Sicilian Defence, Open: d4 cxd4 Nxd4
          B56 Sicilian Defence, Open: Nf6 Nc3
            B90 Sicilian Defence, Najdorf Variation: a6
              B90 Sicilian Defence, Najdorf, English Attack: Be3
              B94 Sicilian Defence, Najdorf, Main Line: Bg5
                B97 Sicilian Defence, Najdorf, Poisoned Pawn: e6 f4 Qb6
              B92 Sicilian Defence, Najdorf, Opočenský Variation: Be2
              B90 Sicilian Defence, Najdorf, Fischer-Sozin Attack: Bc4
            B70 Sicilian Defence, Dragon Variation: g6
              B75 Sicilian Defence, Dragon, Yugoslav Attack: Be3 Bg7 f3
            B80 Sicilian Defence, Scheveningen Variation: e6
              B81 Sicilian Defence, Keres Attack: g4
  C00 French Defence: e6
    C00 French Defence: d4 d5
      C01 French Defence, Exchange Variation: exd5
      C02 French Defence, Advance Variation: e5
        C02 French Defence, Advance Variation, Main Line: c5 c3 Nc6 Nf3
      C03 French Defence, Tarrasch Variation: Nd2
      C10 French Defence, Paulsen Variation: Nc3
        C15 French Defence, Winawer Variation: Bb4
        C11 French Defence, Classical Variation: Nf6
          C11 French Defence, Steinitz Variation: e5
          C12 French Defence, McCutcheon Variation: Bg5 Bb4
        C10 French Defence, Rubinstein Variation: dxe4
    C00 French Defence, King's Indian Attack: d3
  B10 Caro-Kann Defence: c6
    B12 Caro-Kann Defence: d4 d5
      B12 Caro-Kann Defence, Advance Variation: e5
      B13 Caro-Kann Defence, Exchange Variation: exd5
        B13 Caro-Kann Defence, Panov Attack: cxd5 c4
      B15 Caro-Kann Defence, Main Line: Nc3
        B15 Caro-Kann Defence, Main Line: dxe4 Nxe4
          B18 Caro-Kann Defence, Classical Variation: Bf5
          B17 Caro-Kann Defence, Karpov Variation: Nd7
      B12 Caro-Kann Defence, Fantasy Variation: f3
    B10 Caro-Kann Defence, Two Knights Attack: Nc3 d5 Nf3
  B01 Scandinavian Defence: d5
    B01 Scandinavian Defence: exd5 Qxd5
      B01 Scandinavian Defence, Main Line: Nc3 Qa5
    B01 Scandinavian Defence, Modern Variation: exd5 Nf6
  B07 Pirc Defence: d6
    B07 Pirc Defence: d4 Nf6 Nc3 g6
      B09 Pirc Defence, Austrian Attack: f4
      B08 Pirc Defence, Classical Variation: Nf3
  B06 Modern Defence: g6
  B02 Alekhine's Defence: Nf6
    B02 Alekhine's Defence: e5 Nd5
      B04 Alekhine's Defence, Modern Variation: d4 d6 Nf3
      B03 Alekhine's Defence, Four Pawns Attack: d4 d6 c4 Nb6 f4
  B00 Nimzowitsch Defence: Nc6
  B00 Owen's Defence: b6
A40 Queen's Pawn Game: d4
  D00 Closed Game: d5
    D06 Queen's Gambit: c4
      D20 Queen's Gambit Accepted: dxc4
      D30 Queen's Gambit Declined: e6
        D35 Queen's Gambit Declined: Nc3 Nf6
          D50 Queen's Gambit Declined, Modern Variation: Bg5
            D60 Queen's Gambit Declined, Orthodox Defence: Be7 e3 O-O Nf3 Nbd7
            D52 Cambridge Springs Defence: Nbd7 e3 c6 Nf3 Qa5
            D56 Queen's Gambit Declined, Lasker Defence: Be7 e3 O-O Nf3 h6 Bh4 Ne4
            D58 Queen's Gambit Declined, Tartakower Defence: Be7 e3 O-O Nf3 h6 Bh4 b6
          D35 Queen's Gambit Declined, Exchange Variation: cxd5 exd5
        D32 Tarrasch Defence: Nc3 c5
        D31 Semi-Slav Defence: Nc3 c6
      D10 Slav Defence: c6
        D15 Slav Defence: Nf3 Nf6 Nc3
          D43 Semi-Slav Defence: e6
            D47 Semi-Slav Defence, Meran Variation: e3 Nbd7 Bd3 dxc4 Bxc4 b5
            D43 Semi-Slav Defence, Anti-Moscow Gambit: Bg5 h6 Bh4
          D17 Slav Defence, Czech Variation: dxc4 a4 Bf5
        D10 Slav Defence, Exchange Variation: cxd5 cxd5
      D08 Albin Countergambit: e5
      D07 Chigorin Defence: Nc6
    D00 London System: Bf4
    D02 Queen's Pawn Game, Zukertort Variation: Nf3
      D02 London System: Nf6 Bf4
      D04 Colle System: Nf6 e3
    D00 Blackmar-Diemer Gambit: e4
    D00 Queen's Pawn Game, Chigorin Variation: Nc3
  A45 Indian Defence: Nf6
    A45 Trompowsky Attack: Bg5
    A46 Indian Defence, Knight Variation: Nf3
    A50 Indian Defence, Normal Variation: c4
      E60 King's Indian Defence: g6
        D80 Grünfeld Defence: Nc3 d5
          D85 Grünfeld Defence, Exchange Variation: cxd5 Nxd5
            D85 Grünfeld Defence, Exchange Variation: e4 Nxc3 bxc3
        E70 King's Indian Defence: Nc3 Bg7 e4 d6
          E92 King's Indian Defence, Orthodox Variation: Nf3 O-O Be2 e5
            E97 King's Indian Defence, Mar del Plata Variation: O-O Nc6 d5 Ne7
          E80 King's Indian Defence, Sämisch Variation: f3
          E76 King's Indian Defence, Four Pawns Attack: f4
          E73 King's Indian Defence, Averbakh Variation: Be2 O-O Bg5
        E60 King's Indian Defence, Fianchetto Variation: Nf3 Bg7 g3
      E00 Indian Defence, Normal Variation: e6
        E20 Nimzo-Indian Defence: Nc3 Bb4
          E40 Nimzo-Indian Defence, Rubinstein Variation: e3
          E32 Nimzo-Indian Defence, Classical Variation: Qc2
          E24 Nimzo-Indian Defence, Sämisch Variation: a3 Bxc3 bxc3
          E30 Nimzo-Indian Defence, Leningrad Variation: Bg5
        E12 Queen's Indian Defence: Nf3 b6
          E15 Queen's Indian Defence, Fianchetto Variation: g3
          E12 Queen's Indian Defence, Petrosian Variation: a3
        E11 Bogo-Indian Defence: Nf3 Bb4
        E00 Catalan Opening: g3
          E01 Catalan Opening, Open: d5 Bg2 dxc4
          E06 Catalan Opening, Closed: d5 Nf3 Be7 Bg2
      A56 Benoni Defence: c5 d5
        A60 Modern Benoni: e6
        A57 Benko Gambit: b5
      A51 Budapest Gambit: e5
      A53 Old Indian Defence: d6
  A80 Dutch Defence: f5
    A81 Dutch Defence, Fianchetto Variation: g3
      A81 Dutch Defence, Leningrad Variation: Nf6 Bg2 g6
    A84 Dutch Defence: c4
      A90 Dutch Defence, Stonewall Variation: Nf6 g3 e6 Bg2 d5
      A91 Dutch Defence, Classical Variation: Nf6 g3 e6 Bg2 Be7
    A82 Staunton Gambit: e4
  A43 Old Benoni Defence: c5
  A40 Horwitz Defence: e6
  A40 Englund Gambit: e5
A10 English Opening: c4
  A20 English Opening, King's English: e5
    A28 English Opening, Four Knights: Nc3 Nf6 Nf3 Nc6
  A30 English Opening, Symmetrical Variation: c5
  A15 English Opening, Anglo-Indian Defence: Nf6
  A13 English Opening, Agincourt Defence: e6
A04 Zukertort Opening: Nf3
  A06 Réti Opening: d5
    A09 Réti Opening: c4
    A07 King's Indian Attack: g3
  A04 Zukertort Opening, Sicilian Invitation: c5
A00 King's Fianchetto Opening: g3
A01 Nimzowitsch-Larsen Attack: b3
A02 Bird's Opening: f4
  A02 From's Gambit: e5
A00 Polish Opening: b4
A00 Grob Opening: g4
A00 Van Geet Opening: Nc3
A00 Van't Kruijs Opening: e3
A00 Mieses Opening: d3
A00 Saragossa Opening: c3
A00 Barnes Opening: f3
"""
