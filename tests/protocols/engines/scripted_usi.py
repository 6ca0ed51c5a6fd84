"""A USI engine that moves a gold out and back; see `scripted_uci.py`."""

from scripted_uci import main

main(
    "usi",
    [
        "USI_Hash type spin default 16 min 1 max 64",
        "USI_Ponder type check default false",
        "Threads type spin default 4 min 1 max 8",
        "Style type combo default calm var calm var very wild",
        "ClearHash type button",
        "BookFile type filename default <empty>",
    ],
)
