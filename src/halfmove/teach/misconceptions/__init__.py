"""The gallery of misconceptions: what classrooms believe of game search, and what a search really does.

    import halfmove as hm
    hm.misconceptions()                   # all of them, by topic
    hm.misconception("equal-moves")       # one; a notebook shows it with its pictures

gallery     what an entry is: the belief, runs of real searches, the reason, the right rule; all by name
faulty      the wrong procedures, run and watched as the right ones are
entries     the gallery itself, a file a topic
report      an entry as text, as plain data and as HTML with the pictures

No number is typed in: every figure in a text is read off a run made when it is shown.
"""

from halfmove.teach.misconceptions.gallery import (
    Exhibit,
    Gallery,
    Misconception,
    Run,
    Table,
    misconception,
    misconceptions,
)

__all__ = ["Exhibit", "Gallery", "Misconception", "Run", "Table", "misconception", "misconceptions"]
