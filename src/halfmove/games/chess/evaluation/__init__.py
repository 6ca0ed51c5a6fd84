"""What a chess position is worth: a weighted sum of named features, in the middle game and in the endgame."""
