"""Networks: what they are made of, their files, and the search that asks them (AlphaGo to AlphaZero)."""
