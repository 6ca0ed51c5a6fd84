"""Games of imperfect information solved: counterfactual regret minimisation, best responses, exploitability.

A game is laid out once as a table of its information sets (`layout`); an algorithm is a kernel on that table,
the same for all games (`cfr` goes through all histories, `mccfr` draws them), and `exact` has solvers that go
to the end: `linear_programme` for two-player zero-sum games, those of `bimatrix` for matrix games.
`solving` runs them all, `best_response` judges what they find.
"""
