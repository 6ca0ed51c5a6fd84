"""The board page: a game played, analysed, reported on, set up, shared.

page              the page: what stands where on it, what a click does, what is shown after every change
frame             the frame of such a page: how large the board may be, the panel, what keys do
board_side        the board with the players' lines, and what moves are chosen with
value_bar         the bar beside it that shows the value
table             the game on the page: its record, what can be done and seen now, who is told when it changes
record            a game with its variations, as a tree of moves
seats             who plays, and through whose eyes the page looks
engine_seat       the moves of engines and of nature
clock             the clocks, and what they showed in the record
player_lines      the lines above and below the board
counts            what each player has, beside his name
controls          undo, hint, resign and the like
new_game          the dialog for a new game: seats, clocks, rules and size, a position or a file
parameters        what the game can be set to
page_state        what a reload brings back: the browser keeps it
element           the board itself, as an element of the page
real_time_board   the board of a game in real time, as an element of the page
real_time_game    a game in real time: its ticks, pause, replay
real_time_search  the search seen while such a game runs
choice            which of several moves with the same touches is meant; a number to type, as a bet
openings          what the opening is called, and an explorer of names and of the server's book
move_list         the moves with their variations
variation_tree    the tree of variations as a picture
hands             many hands in a row: dealt one after the other, results added up, looked at again
hands_box         what stands of them on the page
analysis          the running search: lines, value, settings, side by side
comparison        two engines side by side, and where they differ
threats           what the other side would play if it were its turn
search_tree       the tree of the running search, opened node by node
value_graph       the value over the game as a graph, with the mistakes
report            the report of a game: values, mistakes, refutations
meanings          what calls say, in games in which they do
review            what each action cost, of games that measure that themselves
scorecard         what a report says of each player: accuracy, what moves lost, how many of each mark
learning          learn from mistakes: find the better move, on the board
settlement        what is agreed upon at the end of a game (Go: the dead stones), and the score
overlay           what is drawn over the picture: faded pieces, owners of points, numbers of moves
marks             marks drawn by hand on points, kept in the record
view              coordinates and numbers of moves shown or not; an estimate whose the points will be
setup             a position set up by hand
preview           what a link shows where others post it: words and a picture
share             the link, games and positions written and read
game_records      a record as plain data that formats write and read, and back
formats           positions and games in the field's notations, and in links
file_games        files: of which game they are, and the games in them
files             files dropped on a page; the game kept in the browser
"""
