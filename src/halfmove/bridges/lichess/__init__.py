"""A bot on Lichess, or on another server with its Bot API: any player of the arena plays whom it may.

Source: the Bot API, https://lichess.org/api#tag/Bot.
"""
