"""Lessons: files of Markdown that a lecturer writes, played step by step.

lesson      a lesson: steps of text, pictures, searches to step through, and questions, marked
reading     from the file's text to a lesson; what is wrong with it, with its line
settings    what stands inside a fenced block
figures     what the text says of the runs: {{ab.evaluations}}
blocks      the kinds of fenced blocks, a module each
library     lessons by name: those shipped, and a lecturer's folder
markdown    prose as HTML and for print
web         the steps as HTML, and a page in one file
notebook    a Jupyter notebook
print       PDF, set by Typst
"""

from halfmove.core.old_names import make_getattr
from halfmove.teach.lessons.library import LessonLibrary, open_shipped

__all__ = ["LessonLibrary", "open_shipped"]

__getattr__ = make_getattr(__name__, {"Shelf": LessonLibrary, "shipped": open_shipped})
