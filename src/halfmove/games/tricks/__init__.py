"""Games of tricks, with all cards seen: double dummy bridge and two-person whist."""

GAMES = {"double-dummy": "double_dummy:DoubleDummy", "whist": "whist:Whist"}
