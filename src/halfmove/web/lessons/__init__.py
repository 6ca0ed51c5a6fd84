"""The pages to learn from: what a page asks for, made into what it shows.

forms       fields of HTML, each with its label
links       what the link of a page says, and what is wrong with it
host        a page's line to the processes that think
player      what a page consists of: a form, and the player of a recorded search or what else stands beside it
searches    a textbook search on a tree or a game
editing     a tree changed at one node
simulations a Monte Carlo search
equilibria  a run of regret minimisation, and a matrix game solved by hand
practice    exercises, and answers marked
growth      what a search costs by depth
subgames    a subgame of hold'em, solved
operations  any operation: a form made from its fields

A page has a form; whatever changes in it is asked for again, as text by name, which is the page's link too.
A module here with `stage(fields, link)` makes it, in a process of the pool (`workers.tasks.lesson`).
"""
