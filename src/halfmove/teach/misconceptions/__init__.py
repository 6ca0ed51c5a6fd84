"""The gallery of misconceptions: what classrooms believe of game search, and what a search really does.

    import halfmove as hm
    hm.misconceptions()                   # all of them, by topic
    hm.misconception("equal-moves")       # one; a notebook shows it with its pictures

exhibit     what an entry is: the belief, runs of real searches, the reason, the right rule
faulty      the wrong procedures, run and watched as the right ones are
entries     the gallery itself, one file each; a new entry is a new file there
gallery     finds them
telling     as text and as plain data; page as HTML with the pictures

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
