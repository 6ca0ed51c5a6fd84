"""Games of imperfect information solved: counterfactual regret minimisation, best responses, exploitability.

A game is laid out once as a table of its information sets (`layout`); an algorithm is one file of kernels on
that table, the same for all games (`cfr`, `cfr_plus`, `linear_cfr`, `discounted_cfr`, `predictive_cfr_plus`,
`chance_mccfr`, `external_mccfr`, `outcome_mccfr`, `vr_mccfr`), and `exact` has solvers that go to the end:
`linear_programme` for two-player zero-sum games, `lemke_howson` and `support_enumeration` for matrix games.
`solving` runs them all, `best_response` judges what they find.
"""
