"""The laboratory: searches traced, drawn, explained and practised.

Everything shown here is made from one source, the events of a real search (`search.trace`):

    trace       runs a search under a recorder: the events, and what can be read off them
    outline     the tree that was searched, with what was never visited
    replay      what is known of each node after k events: the state of the lesson
    truth       what plain minimax says of every node
    counts      what the search cost, each count defined
    drawing     trees as pictures: SVG, PNG, PDF, Graphviz, LaTeX, a page to step through
    why         why this move: the best one's line, what refutes the others
    misconceptions   what is often believed of game search, each with the runs that show what is the case
    examples    the trees of textbooks, by name
"""
