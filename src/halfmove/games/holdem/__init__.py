"""Texas hold'em."""

GAMES = {"holdem": "game:Holdem"}
SUBGAMES = {
    "holdem-flop": "subgame:subgame",
    "holdem-push-fold": "push_fold:PushFold",
    "holdem-river": "subgame:subgame",
    "holdem-turn": "subgame:subgame",
}
USUAL_FOR = {"subgames": "holdem-river"}
