"""Games between browsers: rooms with sealed seats, spectators, and a simultaneous exhibition of a class.

seat             who sits on a seat, and the secret that his browser keeps
room             the game: the server has its record and clocks; moves, offers, results
plan             what a room is made from
files            rooms and exhibitions as files
house            all rooms of a server: opened, found, limited, kept, ended
room_table       the table of a page that shows a room: it sees what its viewer may see
room_page        the page of a room, for its players and for who watches
room_lines       what the lines above and below the board tell besides: who is away, what he said
agreements       offers and answers, messages, resign, settle
doorway          the way in: taking a seat, links to share
opening_page     the page on which a room or an exhibition is opened
exhibition       a class against an engine: boards, and their results as CSV
exhibition_page  its pages: a student's way in, and the teacher's overview

The first six know nothing of pages.
"""
