"""Lessons: files of Markdown that a lecturer writes, played step by step.

lesson      a lesson: steps of text, pictures, searches to step through, and questions, marked
reading     from the file's text to a lesson; what is wrong with it, with its line
settings    what stands inside a fenced block
figures     what the text says of the runs: {{ab.evaluations}}
blocks      the kinds of fenced blocks, a module each
shelf       lessons by name: those shipped, and a lecturer's folder
pieces      prose as HTML and for print
web         the steps as HTML, and a page in one file
notebook    a Jupyter notebook
print       PDF, set by Typst
"""

from halfmove.teach.lessons.shelf import Shelf, shipped

__all__ = ["Shelf", "shipped"]
