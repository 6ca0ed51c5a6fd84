"""Settings of a run of seconds."""

SMALL = {
    "learner": "numpy",
    "games": "16",
    "simulations": "6",
    "first": "60",
    "publish": "100",
    "batch": "32",
    "window": "600",
    "blocks": "1",
    "filters": "8",
    "generations": "3",
    "rating_games": "0",
}
