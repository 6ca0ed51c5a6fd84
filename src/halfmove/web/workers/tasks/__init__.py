"""What a worker can do: each task a module here with `perform(arguments, link)`, by the module's name.

`arguments` is what the server was asked for, checked; `link` tells of progress, knows the games and what is
remembered.  What `perform` returns is pickled.
"""
